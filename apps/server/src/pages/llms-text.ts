import { type Feature, FEATURE_AREAS } from '@yunbiao/contract/features/feature-list';
import { getCanonicalUrl, type SeoHost } from '@yunbiao/services';

const IN_SOFTWARE = '/{soft}';

type Place = { publicUrl: string; place: SeoHost };

/** Address of a page in the software of this host, else in the first one; null while there is none. */
const findPageUrl = ({ publicUrl, place }: Place, page: string): string | null => {
  if (!page.startsWith(IN_SOFTWARE)) return publicUrl + page;
  const software = place.own ?? place.online[0];
  return software ? getCanonicalUrl(publicUrl, software, page.slice(IN_SOFTWARE.length)) : null;
};

const formatFeature = (place: Place, { name, description, page }: Feature): string => {
  const url = findPageUrl(place, page);
  const needsSignIn = page.startsWith(`${IN_SOFTWARE}/user`) || page.includes('own=1');
  const note = needsSignIn ? '（登录后）' : '';
  return `- ${url === null ? name : `[${name}](${url})`}: ${description}${note}`;
};

const formatFeatureAreas = (place: Place): string =>
  FEATURE_AREAS.map(
    ({ title, features }) =>
      `### ${title}\n\n${features.map((feature) => formatFeature(place, feature)).join('\n')}\n`,
  ).join('\n');

/**
 * Text for language models: purpose of the site, what it can do, and where the API documentation is
 * (llmstxt.org: title, summary, links).
 */
export const buildLlmsText = (publicUrl: string, place: SeoHost): string => `# 云标

> 云端标签打印：在浏览器里设计标签，在任何地方的打印机上打印出来，每一张是否已打印都有凭据。别的系统用 HTTP 提交打印。

打印 API 用 \`Authorization: Bearer 密钥\`；密钥由会员在“API 密钥”页新建，\`yb_test_\` 开头的只打印到虚拟打印机。回答是信封 \`{state, code, msg, data}\`，HTTP 状态等于 \`code\`。同一个 \`batchNo\` 再发一次回第一次的回答，不会多打印。

## 打印 API

- [接口文档](${publicUrl}/np/docs): 每个接口的参数和回答
- [从零打印出第一张标签](${publicUrl}/np/docs#guide): curl、Node.js、Python、PHP、Java 的完整程序
- [原样打印](${publicUrl}/np/docs#raw-guide): 自己生成的 ZPL、TSPL、ESC/POS、图片和 PDF，不用模板
- [Webhook 怎么验签](${publicUrl}/np/docs#webhook-guide): 批次有了结果时告诉你的系统
- [OpenAPI](${publicUrl}/np/openapi.json): 机器可读的说明

## 能做什么

${formatFeatureAreas({ publicUrl, place })}
## 站点

- [站点地图](${publicUrl}/sitemap.xml)
`;
