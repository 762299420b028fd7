import type { PrintClient } from './files.ts';

/** A print client whose packages are a few bytes each. */
export const TEST_CLIENT: PrintClient = {
  version: '0.1.0',
  buildPackages: () =>
    (['windows', 'macos', 'linux'] as const).map((platform) => ({
      version: '0.1.0',
      platform,
      arch: '测试',
      title: '打印客户端',
      fileName: `client-${platform}.zip`,
      requirement: platform,
      content: Buffer.from(`the print client for ${platform}`),
    })),
};
