declare global {
  /** The text and markup of the last paste. */
  var pasted: { text: string; html: string } | undefined;
}

/** Runs in a page of our own: puts a focused field there whose pastes are kept. */
export default function openPasteField(): void {
  const field = document.createElement('textarea');
  document.body.replaceChildren(field);
  globalThis.pasted = { text: '', html: '' };
  field.onpaste = ({ clipboardData }) => {
    globalThis.pasted = {
      text: clipboardData?.getData('text/plain') ?? '',
      html: clipboardData?.getData('text/html') ?? '',
    };
  };
  field.focus();
}
