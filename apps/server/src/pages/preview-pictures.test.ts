import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '@yunbiao/services';
import { describe, expect, it } from 'vitest';
import { createPreviewPictureHandler } from './preview-pictures.ts';

it('has no picture of an unknown kind, and queues none', async () => {
  // Without a database every drawing fails.
  const { send } = createPreviewPictureHandler({} as Context);
  const requestPicture = (url: string) =>
    send({ url } as IncomingMessage, {} as ServerResponse, []);
  for (const kind of ['none', 'codes-none', 'temp-0', 'toString'])
    expect(await requestPicture(`/static/og/a/${kind}.png`)).toBe(false);
  await expect(requestPicture('/static/og/a/qa.png')).rejects.toThrow();
});

describe('a full cache', () => {
  const MAX_PICTURES = 2;

  /**
   * Asks for templates' pictures, those of one list at the same time; those from 100 on do not
   * exist. Returns what was drawn.
   */
  const requestPictures = async (
    ids: readonly (number | readonly number[])[],
  ): Promise<(string | undefined)[]> => {
    const drawn: (string | undefined)[] = [];
    const { send } = createPreviewPictureHandler({} as Context, {
      maxPictures: MAX_PICTURES,
      draw: async ({ kind }) => {
        drawn.push(kind);
        return kind?.length === 'temp-100'.length ? null : Buffer.from('png');
      },
    });
    const response = { writeHead: () => response, end: () => response } as unknown;
    const request = { method: 'GET', headers: {} };
    const askFor = (id: number): Promise<boolean> => {
      const url = `/static/og/a/temp-${id}.png`;
      return send({ ...request, url } as IncomingMessage, response as ServerResponse, []);
    };
    for (const id of ids) await Promise.all([id].flat().map(askFor));
    return drawn;
  };

  it('forgets the picture that was drawn first', async () => {
    expect(await requestPictures([1, 2, 3, 2, 3, 1])).toEqual([
      'temp-1',
      'temp-2',
      'temp-3',
      'temp-1',
    ]);
  });

  it('forgets none for those that are being drawn', async () => {
    expect(await requestPictures([1, [2, 100, 101], 1, 2])).toEqual([
      'temp-1',
      'temp-2',
      'temp-100',
      'temp-101',
    ]);
  });

  it('draws a picture once for all who ask at the same time', async () => {
    expect(await requestPictures([[1, 1, 2, 1]])).toEqual(['temp-1', 'temp-2']);
  });

  it('forgets none for one that does not exist', async () => {
    expect(await requestPictures([1, 2, 100, 101, 1, 2])).toEqual([
      'temp-1',
      'temp-2',
      'temp-100',
      'temp-101',
    ]);
  });
});
