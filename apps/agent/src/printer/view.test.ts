import { agentMessage } from '@yunbiao/contract/gateway/gateway';
import { expect, it } from 'vitest';
import { createUnreachablePrinterView } from './view.ts';

it('is taken by the server, however long the address of a printer is', () => {
  const host = 'printer.'.repeat(31);
  const view = createUnreachablePrinterView({ kind: 'tcp', host, port: 9100 }, 'ENOTFOUND');
  const message = { type: 'printer', localId: 'p1', ...view };
  expect(agentMessage.safeParse(message).success).toBe(true);
  expect(view.stateText).toContain('连不上打印机');
});
