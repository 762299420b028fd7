import { type PdfFile, readPdfFile, type Resolve } from './file.ts';
import { isArray, isPdfRef, PdfError, type PdfValue, readPdfName, requireDict } from './objects.ts';

/** Maximum number of page tree nodes. */
const MAX_NODES = 200;
const MAX_DEPTH = 40;

const NOT_READABLE = '读不懂这个 PDF，或者它的页数有两种读法：换一个程序再存一次';

/** Pages below a node as printed: a page referenced twice counts twice. */
function countPages(resolve: Resolve, root: PdfValue | undefined): number {
  let nodes = 0;
  const countPagesOfNode = (node: PdfValue | undefined, above: readonly number[]): number => {
    nodes += 1;
    const dict = requireDict(resolve(node));
    if (
      !isPdfRef(node) ||
      above.includes(node.ref) ||
      above.length > MAX_DEPTH ||
      nodes > MAX_NODES
    )
      throw new PdfError('a node');
    const type = readPdfName(resolve(dict.get('Type')));
    const kids = resolve(dict.get('Kids'));
    if (type === 'Page' && kids === null) return 1;
    if (type !== 'Pages' || !isArray(kids)) throw new PdfError('a node');
    let pages = 0;
    for (const kid of kids) pages += countPagesOfNode(kid, [...above, node.ref]);
    // Some readers use `Count`, others the tree.
    if (resolve(dict.get('Count')) !== pages) throw new PdfError('another number of pages');
    return pages;
  };
  return countPagesOfNode(root, []);
}

function countDocumentPages({ trailer }: PdfFile, resolve: Resolve): number {
  const catalog = requireDict(resolve(trailer.get('Root')));
  // Readers would show other pages instead: of embedded files, or of a form.
  if (catalog.has('Collection') || catalog.has('NeedsRendering')) throw new PdfError('no pages');
  return countPages(resolve, catalog.get('Pages'));
}

/**
 * Reason in Chinese why a PDF cannot be printed as one label; empty when it can: one page in any
 * interpretation. Constructs that are not understood are rejected.
 */
export const describeRawPdfFault = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes.subarray(0, 5)).toString('latin1');
  if (text !== '%PDF-') return '这不是 PDF：开头没有 %PDF-';
  if (!/%%EOF\s*$/.test(Buffer.from(bytes.subarray(-1_024)).toString('latin1')))
    return '这个 PDF 不完整：结尾没有 %%EOF';
  try {
    const file = readPdfFile(bytes);
    if (file.trailer.has('Encrypt')) return '这个 PDF 有密码或者加了限制，打印机打不开；去掉再发';
    const pages = countDocumentPages(file, file.resolve);
    if (pages === 0 || countDocumentPages(file, file.resolveOld) !== pages) return NOT_READABLE;
    return pages === 1 ? '' : `这个 PDF 有 ${pages} 页，原样打印一次只收一张：拆成一页一个再发`;
  } catch (error) {
    if (error instanceof PdfError) return NOT_READABLE;
    throw error;
  }
};
