import { describe, expect, it } from 'vitest';
import { listPastedImages } from './paste.ts';

const png = new File(['x'], 'image.png', { type: 'image/png' });

/** A clipboard with only the properties that pasting reads. */
const createClipboard = (text: string, ...files: File[]): DataTransfer =>
  ({ files, getData: (type: string) => (type === 'text/plain' ? text : '') }) as never;

describe('pasting', () => {
  it('takes the words of spreadsheet cells, not the picture of them', () => {
    expect(listPastedImages(createClipboard('纸宽\t40\n纸高\t30', png))).toEqual([]);
    expect(listPastedImages(createClipboard('40', png))).toEqual([]);
  });

  it('takes a picture that comes alone', () => {
    expect(listPastedImages(createClipboard('', png))).toEqual([png]);
    expect(
      listPastedImages(createClipboard('', new File(['x'], 'a.pdf', { type: 'application/pdf' }))),
    ).toEqual([]);
  });

  it('takes a copied file, whose name or path comes as text', () => {
    const named = [
      new File(['x'], '第 1 张.png', { type: 'image/png' }),
      new File(['x'], 'IMG_2.HEIC', { type: '' }),
    ];
    expect(listPastedImages(createClipboard('第 1 张.png\nIMG_2.HEIC', ...named))).toEqual(named);
    const paths = 'file:///home/a/%E7%AC%AC%201%20%E5%BC%A0.png\r\nC:\\b\\IMG_2.HEIC\r\n';
    expect(listPastedImages(createClipboard(paths, ...named))).toEqual(named);
  });
});
