import { formatNetwork, parseNetwork } from '@yunbiao/services';
import { ConfigError } from './config-error.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Networks a demo may send webhooks to: its receivers usually run on this machine. */
const LOOPBACK_NETWORKS = ['127.0.0.0/8', '::1'];

/**
 * Reads `WEBHOOK_ALLOW`: CIDR networks separated by commas or spaces. Throws {@link ConfigError}.
 */
export const readAllowedWebhookNetworks = (env: Env, mode: 'demo' | 'production'): string[] => {
  const text = env.WEBHOOK_ALLOW;
  if (text === undefined) return mode === 'demo' ? LOOPBACK_NETWORKS : [];
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((text) => {
      const network = parseNetwork(text);
      if (!network)
        throw new ConfigError(
          `WEBHOOK_ALLOW 要写成 10.20.0.0/16 这样的网段，多个用英文逗号分开，现在是“${text}”。`,
        );
      return formatNetwork(network);
    });
};
