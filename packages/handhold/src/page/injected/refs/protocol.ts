/** Elements as they are known by. */

export interface Identity {
  role: string;
  name: string;
}

/** The row, item or card that an element belongs to, and the group that this stands in. */
export interface Belongs {
  /** Of a row, list item or article; any other is a group. Empty where there is none. */
  role: string;
  /** All that it says, part by part. */
  says: string;
  /** The title of the group. */
  group: string;
  /** Which row, item or card it is; 0 where there is none. */
  id: number;
}
