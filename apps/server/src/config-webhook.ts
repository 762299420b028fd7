import { networkText, readNetwork } from '@yunbiao/services';
import { ConfigError } from './config-error.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** In a demo the receiver one tries things out with runs on this machine. */
const OWN_MACHINE = ['127.0.0.0/8', '::1'];

/** `WEBHOOK_ALLOW`: networks in CIDR notation, separated by commas or blanks. Throws {@link ConfigError}. */
export const getWebhookAllow = (env: Env, mode: 'demo' | 'production'): string[] => {
  const text = env.WEBHOOK_ALLOW;
  if (text === undefined) return mode === 'demo' ? OWN_MACHINE : [];
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((one) => {
      const network = readNetwork(one);
      if (!network)
        throw new ConfigError(
          `WEBHOOK_ALLOW 要写成 10.20.0.0/16 这样的网段，多个用英文逗号分开，现在是“${one}”。`,
        );
      return networkText(network);
    });
};
