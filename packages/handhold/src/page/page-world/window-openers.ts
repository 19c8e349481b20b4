/** The ways in which a script opens windows, as functions of the page's own world. */
export default function windowOpeners(): readonly unknown[] {
  const { click } = HTMLElement.prototype;
  const { submit, requestSubmit } = HTMLFormElement.prototype;
  return [open, click, submit, requestSubmit, EventTarget.prototype.dispatchEvent];
}
