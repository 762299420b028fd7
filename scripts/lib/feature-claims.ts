// Checks what texts say about features: they neither deny an existing feature nor claim a missing one.
import type { FeatureId } from '../../packages/contract/src/features/feature-list.ts';

/** Patterns of the words for each feature. */
const WORDS: Record<FeatureId, RegExp> = {
  designer: /设计器|(?:自己|网页里|浏览器里)画|画(?:标签|模板)|\bdesigner\b/,
  kits: /套件|\bkits?\b/,
  'try-label': /改一张|试一张/,
  'template-library': /模板库|公共模板|样例模板|public templates?\b/,
  'own-templates': /自己的模板|存(?:成|下来的)?模板|旧版本的模板|分享模板|own templates?\b/,
  'picture-library': /图片库|picture librar(?:y|ies)\b/,
  spreadsheet: /Excel|CSV|ODS|贴几行|从表格|表格文件|spreadsheets?\b/,
  formulas: /公式|表达式|formulas?\b/,
  conditions: /打印条件|什么时候打印|print conditions?\b/,
  'serial-numbers': /流水号|序号|serial numbers?\b/,
  codes: /条码|二维码|GS1|barcodes?\b/,
  text: /汉字|生僻字|字体|字库|hanzi\b/,
  handbook: /手册|handbook\b/,
  export: /导出|PDF|export(?:ed|s)?\b/,
  'zpl-preview': /ZPL ?预览|别(?:人|的程序)的 ZPL|foreign ZPL\b/i,
  print: /立即打印|在网页里打印|\bbatch(?:es)?\b/,
  'print-client': /打印客户端|客户端的?程序|print client\b/,
  discovery: /发现(?:的)?打印机|自动发现|找打印机|discovery\b/,
  printers: /ZPL|TSPL|ESC\/POS|IPP|打印机配置|打印队列|网络打印机|printer configurations?\b/,
  'printer-models': /打印机型号|哪些(?:打印机|型号)能用|printer models?\b/,
  media: /多列|间隙|黑标|连续纸|裁切|剥离|label stock\b/,
  calibration: /校准|calibrat/,
  'printer-groups': /打印机组|printer groups?\b/,
  'virtual-printer': /虚拟打印机|virtual printers?\b/,
  evidence: /凭据|标签明细|evidence\b/,
  'sheet-rows': /表格行|表格里(?:是)?第几行|rows? of (?:the|a) (?:sheet|spreadsheet)\b/,
  uncertain: /待确认|\buncertain\b/,
  statistics: /打印统计|统计|statistics\b/,
  'print-api': /打印 API|打印接口|API 密钥|接口文档|print API\b/,
  'raw-printing': /原样打印|raw jobs?\b/i,
  webhooks: /webhook/i,
  'ip-allow-list': /IP 白名单|白名单|allow list\b/,
  'sign-in': /微信登录|通行密钥|验证码登录|找回密码|重设密码|绑定(?:手机号|邮箱)|passkeys?\b/,
  'own-data': /导出我的数据|注销(?:账号)?|data export\b/,
  'share-codes': /分享码|邀请(?:码|链接)|share codes?\b/,
  plans: /VIP|折扣码|discount codes?\b/,
  orders: /订单|退款|发票|支付宝|微信支付|对公转账|refunds?\b|invoices?\b/,
  notices: /通知|notices?\b/,
  questions: /问答|提问|回答里|questions and answers/,
  articles: /帮助(?:文档)?|更新日志|RSS/,
  guides: /操作指南|指南/,
  search: /搜索|full.text search/,
  'file-check': /核对文件|SHA-256|校验值/,
  'gif-maker': /GIF/,
  'video-to-gif': /视频/,
};

/** Patterns of things the product does not have (docs/limits.md). A sentence may mention them only to say so. */
const MISSING: Record<string, RegExp> = {
  'administration pages': /管理后台|后台页面|运营后台|administration pages?/i,
  'printers of a Windows driver alone': /Windows (?:的)?驱动|Windows drivers?\b/i,
  'an app':
    /(?:安卓|苹果|手机|iOS|Android|鸿蒙) ?(?:App|应用|客户端|版)|应用商店|apps? for phones/i,
  'a mini program': /小程序|mini.programs?\b/i,
  'a program for macOS':
    /(?:macOS|Mac|苹果电脑)[^，。；]{0,6}(?:安装包|一个文件|program)|program of the print client for macOS/,
  'waybill numbers': /取(?:运单)?号|电商平台|电子面单接口|waybill numbers?\b/,
  'Han Xin code': /汉信码|Han Xin/,
};

/** Says that something does not exist, or does not exist yet. */
const DENIAL =
  /还没有?做|没有做(?![成完])|还(?:不能|不会|不行|打印不了|用不了|做不到)|做好(?:了)?(?:以后|再)|以后(?:会|再)(?:有|加|做|支持|提供|开放|上线)|将来|即将|暂(?:不|未|时没)|尚[不未]|敬请期待|不支持|不提供|做不了|没有这个功能|没有开放|未开放|开发中|规划中|\bnot (?:yet|supported|possible|available)\b|\bcoming soon\b|\bplanned\b/i;
/** In prose 还没有设计器 denies the feature; on a page 还没有订单 only says that a list is empty. */
const PROSE_DENIAL = /(?:还|现在|目前)没有/;
/** At the end of a clause, as in 设计器还没有, it denies the feature on pages, too. */
const END_DENIAL = /还没有(?=$|[）)，、：])/;

const NEGATION = /没|不|只会|\b(?:no|not|none|cannot|without|only|never)\b/i;

/** `page`: texts on screen; `prose`: documents. */
export type TextKind = 'page' | 'prose';

/** A sentence, and the feature it denies or claims. */
export type Finding = { about: string; sentence: string };

const splitText = (text: string, pattern: RegExp): string[] =>
  text
    .split(pattern)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const splitSentences = (text: string): string[] =>
  splitText(text, /(?<=[？?])|[。！；;\n|]|(?<=[a-z)`])\.(?=\s|$)/);

const PATTERNS = Object.entries(WORDS).map(([subject, { source }]) => ({
  about: subject,
  words: new RegExp(source, 'i'),
  /** English denial, such as “there is no designer”. */
  none: new RegExp(`\\bno (?:[\\w-]+ ){0,2}(?:${source})`, 'i'),
}));

/** Sentences that contain a denial and a word for a feature. */
export const findDenials = (text: string, kind: TextKind): Finding[] => {
  const denials = [DENIAL, kind === 'prose' ? PROSE_DENIAL : END_DENIAL];
  return splitSentences(text).flatMap((sentence) => {
    const denies = denials.some((denial) => denial.test(sentence));
    return PATTERNS.filter(({ words, none }) => (denies ? words : none).test(sentence)).map(
      ({ about }) => ({ about, sentence }),
    );
  });
};

/** Names of the missing things that a text mentions. */
export const listMentionedMissingThings = (text: string): string[] =>
  Object.entries(MISSING)
    .filter(([, words]) => words.test(text))
    .map(([subject]) => subject);

export const MISSING_THINGS: readonly string[] = Object.keys(MISSING);

/** Clauses that mention a missing thing without denying it or asking for it. */
export const findFalseClaims = (text: string): Finding[] =>
  splitSentences(text)
    .filter((sentence) => !/[？?]$/.test(sentence))
    .flatMap((sentence) => splitText(sentence, /[，,：]/))
    .filter((clause) => !NEGATION.test(clause))
    .flatMap((sentence) =>
      listMentionedMissingThings(sentence).map((subject) => ({ about: subject, sentence })),
    );

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
/** Markup inside a sentence. */
const INLINE_MARKUP = /\{' '\}|<\/?(?:Link|a|b|strong|em|span|code|small)\b[^<>]*>/g;

/** Texts that a source file shows on screen: runs of text that contain Chinese, without comments and code. */
export const extractShownTexts = (path: string, source: string): string[] => {
  const isMarkup = path.endsWith('.tsx');
  const text = source.replaceAll(COMMENTS, '').replaceAll(isMarkup ? INLINE_MARKUP : /$^/g, '');
  return Array.from(text.matchAll(/[^'"`<>{}]*[一-鿿][^'"`<>{}]*/g), ([run]) =>
    isMarkup ? run.replaceAll(/\s*\n\s*/g, '') : run,
  );
};

/** Prose of a Markdown document without code blocks, one line per paragraph. */
export const extractProse = (markdown: string): string =>
  markdown.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/\n(?= *[^\s\-|#>*\d])/g, ' ');
