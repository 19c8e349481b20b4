/** Thrown with what is wrong with a selector, in words that go on after "it is not a selector:". */
export class NotASelector extends Error {}
