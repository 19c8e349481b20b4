/** Whether an address leads to what browsers save or open elsewhere rather than show, by the end of its path. */
export declare function namesFile(address: string): boolean;
