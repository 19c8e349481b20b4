class Taints {
  /** Labels that are shown in place of values, by field. */
  readonly labels = new WeakMap<Element, string>();
  readonly fields: WeakRef<Element>[] = [];
  /**
   * Labels by the letters that were put in: a page that draws its fields anew has others that hold them, or a part of
   * them.
   */
  readonly labelsByLetters = new Map<string, string>();
}

class HiddenValues {
  /** Styles as they were before values were hidden. */
  readonly stylesBefore = new Map<Element & ElementCSSInlineStyle, string | null>();
  /** Ends looking for more of them. */
  stop: (() => void) | undefined;
}

export class SecretsState {
  readonly taints = new Taints();
  readonly hiddenValues = new HiddenValues();
}
