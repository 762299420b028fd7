import { describe, expect, it } from 'vitest';
import { HEIC_REFUSED, IMAGE_BYTES, IMAGE_TOO_LARGE } from '@yunbiao/contract/limits/image';
import { checkImageFile } from './upload-image.ts';

describe('a picture that is not even sent', () => {
  it.each([
    ['IMG_0001.HEIC', '', 5, HEIC_REFUSED],
    ['photo', 'image/heif', 5, HEIC_REFUSED],
    ['a.png', 'image/png', IMAGE_BYTES + 1, IMAGE_TOO_LARGE],
    ['a.png', 'image/png', 0, '这个文件是空的'],
  ])('%s of type %j and %d bytes', (name, type, size, msg) => {
    expect(checkImageFile({ name, type, size })).toBe(msg);
  });

  it('is none that the server has to look at', () => {
    expect(checkImageFile({ name: 'a.txt', type: 'text/plain', size: IMAGE_BYTES })).toBe('');
  });
});
