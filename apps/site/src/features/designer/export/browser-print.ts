import type { Template } from '@yunbiao/label';

/** One page per label, of the label's size. Hides the rest of this page in print. */
const createPrintStyleSheet = (widthMm: number, heightMm: number): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
@page { size: ${widthMm}mm ${heightMm}mm; margin: 0; }
@media screen { body > [data-labels] { display: none; } }
@media print {
  html, body { margin: 0 !important; padding: 0 !important; background: #fff !important; min-height: 0 !important; height: auto !important; overflow: visible !important; }
  body > :not([data-labels]) { display: none !important; }
  body > [data-labels] { display: block !important; }
  [data-labels] > img { display: block; width: ${widthMm}mm; height: ${heightMm}mm; max-width: none; image-rendering: pixelated; break-inside: avoid; }
  [data-labels] > img + img { break-before: page; }
}`);
  return sheet;
};

/**
 * Prints pictures of labels at true size through the browser's print dialog, one per page. Removes
 * them when the dialog has closed.
 */
export const printInBrowser = async (
  { widthMm, heightMm }: Pick<Template, 'widthMm' | 'heightMm'>,
  pictures: readonly Blob[],
  signal: AbortSignal,
): Promise<void> => {
  const pages = document.createElement('div');
  pages.dataset.labels = '';
  pages.setAttribute('aria-hidden', 'true');
  const addresses: string[] = [];
  const sheet = createPrintStyleSheet(widthMm, heightMm);
  const removePages = (): void => {
    pages.remove();
    for (const address of addresses) URL.revokeObjectURL(address);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
      (adoptedStyleSheet) => adoptedStyleSheet !== sheet,
    );
  };
  try {
    for (const picture of pictures) {
      signal.throwIfAborted();
      const image = new Image();
      const address = URL.createObjectURL(picture);
      addresses.push(address);
      image.src = address;
      image.alt = '';
      await image.decode();
      pages.append(image);
    }
  } catch (error) {
    removePages();
    throw error;
  }
  document.body.append(pages);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  addEventListener('afterprint', removePages, { once: true });
  window.print();
};
