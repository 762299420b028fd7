/** For machines that read: what this site is and where its API is written down (llmstxt.org: title, summary, links). */
export const llmsText = (publicUrl: string): string => `# 云标

> 云端标签打印：在浏览器里设计标签，在任何地方的打印机上印出来，每一张印没印都有凭据。别的系统用 HTTP 提交打印。

打印 API 用 \`Authorization: Bearer 密钥\`；密钥由会员在“API 密钥”页新建，\`yb_test_\` 开头的只打到虚拟打印机。回答是信封 \`{state, code, msg, data}\`，HTTP 状态等于 \`code\`。同一个 \`batchNo\` 再发一次回第一次的回答，不会多印。

## 打印 API

- [接口文档](${publicUrl}/np/docs): 每个接口的参数和回答
- [从零打出第一张标签](${publicUrl}/np/docs#guide): curl、Node.js、Python、PHP、Java 的完整程序
- [原样打印](${publicUrl}/np/docs#raw-guide): 自己生成的 ZPL、TSPL、ESC/POS、图片和 PDF，不用模板
- [Webhook 怎么验签](${publicUrl}/np/docs#webhook-guide): 批次有了结果时告诉你的系统
- [OpenAPI](${publicUrl}/np/openapi.json): 机器可读的说明

## 站点

- [站点地图](${publicUrl}/sitemap.xml)
`;
