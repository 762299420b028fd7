import type { Feature } from './feature.ts';

/** What other systems of a shop can do. */
export const INTEGRATION_FEATURES = [
  {
    id: 'print-api',
    name: '打印 API',
    description:
      'ERP、网店后台用密钥提交打印，一次一万行，查每一张的凭据；curl、Node.js、Python、PHP、Java 都有例子',
    page: '/np/docs',
    since: '0.1.0',
    calls: [
      'apiKeyAdd',
      'apiBatch',
      'apiBatchInfo',
      'apiDetails',
      'apiCancel',
      'apiPrinters',
      'apiTemplates',
    ],
    test: { file: 'e2e/api-examples.test.ts', title: '%s prints a label' },
    limitedBy: 'apiCallsPerMinute',
  },
  {
    id: 'raw-printing',
    name: '原样打印',
    description: '别的系统生成好的 ZPL、TSPL、ESC/POS、PNG 和 PDF，不用模板，直接打印',
    page: '/np/docs',
    since: '0.1.0',
    calls: ['apiRaw'],
    test: { file: 'e2e/api-examples.test.ts', title: '%s prints what it made itself' },
  },
  {
    id: 'webhooks',
    name: 'Webhook',
    description: '一批有了结果，带签名通知你的系统；没送到的自己再送',
    page: '/{soft}/user/webhook',
    since: '0.1.0',
    calls: [
      'webhookList',
      'webhookSave',
      'webhookSecret',
      'webhookTest',
      'webhookDeliveryList',
      'webhookResend',
    ],
    test: {
      file: 'e2e/api-examples.test.ts',
      title: '%s believes what is signed, and nothing else',
    },
  },
  {
    id: 'ip-allow-list',
    name: 'IP 白名单',
    description: '只让你写下的地址用密钥；被拒绝的来访列出来，点一下就能放行',
    page: '/{soft}/user/ipWhiteList',
    since: '0.1.0',
    calls: ['ipRuleList', 'ipRuleAdd', 'ipRuleDelete'],
    test: {
      file: 'e2e/integration.test.ts',
      title: 'prints with a key made in the page, is shut out by the white list, and let in again',
    },
  },
] as const satisfies readonly Feature[];
