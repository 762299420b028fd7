import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '@yunbiao/services';
import { expect, it } from 'vitest';
import { createPreviewPictureHandler } from './preview-pictures.ts';

it('has no picture of an unknown kind, and queues none', async () => {
  // Without a database every drawing fails.
  const { send } = createPreviewPictureHandler({} as Context);
  const ask = (url: string) => send({ url } as IncomingMessage, {} as ServerResponse, []);
  for (const kind of ['none', 'codes-none', 'temp-0', 'toString'])
    expect(await ask(`/static/og/a/${kind}.png`)).toBe(false);
  await expect(ask('/static/og/a/qa.png')).rejects.toThrow();
});
