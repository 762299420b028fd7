import { type Envelope, type FailEnvelope, FONTS_CHANGED } from '@yunbiao/contract/envelope';
import { confirm } from '@yunbiao/ui';

/** Refused because labels would be drawn with other fonts than they were, and nobody has said that they may. */
export const isForFonts = (reply: Envelope<unknown>): boolean =>
  reply.state === 'fail' && reply.data?.reason === FONTS_CHANGED;

/** Asks whether labels are printed again although fonts have changed since. */
export const askForFonts = ({ msg }: FailEnvelope): Promise<boolean> =>
  confirm({
    message: '字体换过了，仍然重打？',
    detail: `${msg}。重打以后，这一批都用现在的字体。`,
    confirmText: '用现在的字体重打',
  });
