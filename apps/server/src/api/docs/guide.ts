import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EffectTable } from '@yunbiao/label/language/effects';
import { ESCPOS_EFFECTS } from '@yunbiao/label/language/escpos-effects';
import { TSPL_EFFECTS } from '@yunbiao/label/language/tspl-effects';
import { ZPL_EFFECTS } from '@yunbiao/label/language/zpl-effects';

/** Example programs of the guide: language → file. Tests run these files. */
export const EXAMPLE_PROGRAMS = {
  print: {
    curl: 'print.sh',
    'Node.js': 'print.mjs',
    Python: 'print.py',
    PHP: 'print.php',
    Java: 'Print.java',
  },
  raw: {
    curl: 'raw.sh',
    'Node.js': 'raw.mjs',
  },
  receive: {
    'Node.js': 'receive.mjs',
    Python: 'receive.py',
    PHP: 'receive.php',
    Java: 'Receive.java',
  },
} as const;

export const EXAMPLES_FOLDER = join(import.meta.dirname, 'examples');

export const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c,
  );

const renderExampleProgram = ([language, file]: [string, string]): string => {
  const code = readFileSync(join(EXAMPLES_FOLDER, file), 'utf8');
  return `<details><summary><b>${language}</b><code>${file}</code></summary><div class="scroll" tabindex="0" role="group" aria-label="${file}"><pre><code>${escapeHtml(code)}</code></pre></div></details>`;
};

const renderExamplePrograms = (files: Readonly<Record<string, string>>): string =>
  Object.entries(files).map(renderExampleProgram).join('');

/** Commands that change the printer permanently and are therefore not accepted in a raw job. */
const describeRefusedPrinterCommands = (table: EffectTable): string =>
  table
    .filter(({ duration }) => duration === 'printer')
    .map(
      ({ commands, changes }) =>
        `${changes}（<code>${escapeHtml(commands.replaceAll('|', ' '))}</code>）`,
    )
    .join('、');

/** The guide section on raw jobs. */
const renderRawGuide =
  (): string => `<section id="raw-guide" aria-labelledby="head-raw-guide"><h2 id="head-raw-guide">原样打印：自己生成的 ZPL、TSPL、ESC/POS、图片和 PDF</h2><p>已经有标签命令的系统不用模板：密钥选上“原样打印”，POST <code>/np/api/print/raw</code>，一次一张，最多 512 KB。<code>content</code> 里 <code>zpl</code>、<code>tspl</code> 写文字（UTF-8），<code>escpos</code>、<code>png</code>、<code>pdf</code> 写 Base64；或者用 <code>multipart/form-data</code> 传 <code>file</code>。批次号、<code>Idempotency-Key</code>、有效期、进度、取消和 Webhook 跟批次一样，算一张标签。</p><ul>
<li>要写 <code>printConfigId</code>，不能打印到打印机组：命令是按一种语言和分辨率写的。</li>
<li>命令只发给说这种语言的打印机。<code>png</code> 在哪种打印机上都行：一个像素一个点，不放大缩小，比标签大的不收；灰度 128 以下是黑。<code>pdf</code> 发给经系统队列或 IPP 打印的：只能有一页，不能有密码，页数不能有两种读法（对象表之外还有对象、几个根）。</li>
<li>夹在别的标签中间打印，所以先按语法读一遍：只打印一张；格式要写完整（<code>^XA … ^XZ</code>、<code>PRINT 1</code>、位图的字节数）；不能查询打印机、改命令前缀、重启、走纸，也不能往 <code>R:</code> 以外的存储器写。读不懂的、不行的回 400，说第几个字节或第几行、哪个命令。</li>
<li>打印完不留下任何设置：原点、方向、大小这些下一张自己会写；会一直留在打印机里的不发给打印机，标签照常打印。ZPL：${describeRefusedPrinterCommands(ZPL_EFFECTS)}；整张移动（<code>^LS</code>、<code>^LT</code>）换成 <code>^LH</code>。TSPL：${describeRefusedPrinterCommands(TSPL_EFFECTS)}。ESC/POS：${describeRefusedPrinterCommands(ESCPOS_EFFECTS)}。<code>^CW</code> 起的名字在字段里换成字体本身。没写编码、文字是 UTF-8 的 ZPL 补上 <code>^CI28</code>，不是 UTF-8 的不收。标签软件写的 <code>&lt;xpml&gt;</code> 标记去掉。同一个 <code>Idempotency-Key</code> 比的是你发来的内容。</li>
<li>每张都从同样的样子开始，不管前一张设了什么：纸、大小和速度照配置，字体、条码、方向、编码照打印机开机时的（ZPL 是 <code>^CFA,9,5</code>、<code>^BY2,3.0,10</code>、<code>^CI0</code>，TSPL 是 <code>CODEPAGE 437</code>），浓度不动；要别的就写在命令里。</li>
<li>ESC/POS 小票可以比标签长：一张连内容最多 2 m；空走的纸最多是标签长边的 1.5 倍再加 20 mm，再加上面内容的一半。最后一行、切纸、图和条码前面的一行没有换行的，补上换行；存了不打印的图形和二维码（<code>GS ( L</code> 没有功能 50，<code>GS ( k</code> 没有功能 81）、前面没有内容的切纸不收。</li>
<li>存进打印机的 ZPL 格式（<code>^DF</code>）里不能再调别的格式（<code>^XF</code>）；一张标签调出来的格式一共最多 1 MB。</li>
<li>命令是你写的，云标不知道打印出来该是什么样：打印机收下就是 <code>sent</code>（凭据 <code>consumed</code>），不会是 <code>printed</code>。<code>png</code> 由云标画，跟模板的标签一样有凭据。</li>
<li>打印完以后内容留 7 天，可以在页面上重新打印。</li>
</ul>${renderExamplePrograms(EXAMPLE_PROGRAMS.raw)}</section>
`;

/** The guide: from sign-in to a printed label, and the responses. */
export const renderApiGuide =
  (): string => `<section id="guide" aria-labelledby="head-guide"><h2 id="head-guide">五分钟打印出第一张标签</h2><ol>
<li>登录，打开“授权客户端”，配对打印机；没有打印机就打开虚拟打印机。</li>
<li>打开“API 密钥”，新建一个测试密钥，复制下来。测试密钥只打印到虚拟打印机。</li>
<li>把下面任一个程序保存为文件，写上网址和密钥，运行。程序挑第一个打印机配置和第一个模板，打印一张示例。</li>
</ol><p>提交时可以带自己的批次号 <code>batchNo</code>，或带 <code>Idempotency-Key</code> 头：同一批再发一次，回第一次的回答，不会多打印。所以网络断了、没等到回答，原样重发就好。</p><p>打印机配置校准过、移动以后有内容超出标签的，回 400，一张也不打印：每一行都看，打印机组里轮得到的每一台都看。想好了仍然打印，带 <code>allowCutOff</code>：<code>true</code>。</p><p>内容从表格来的，带 <code>sheetRows</code>：按 <code>rows</code> 的次序写每一行在表格里是第几行，不在表格里的写 <code>null</code>。查明细时每张标签的 <code>sheetRow</code> 就是它，页面和导出的表格里也有；出错的信息说“表格第 17 行”。</p><p>打印机组：页面上“打印机配置”里把几台打印机放进一个组，提交时用 <code>groupId</code> 或 <code>groupName</code> 代替 <code>printConfigId</code>，打印到组的规则选中的那一台；它缺纸或离线，肯定没有打印的标签按规则转到下一台，打印过没打印过说不清的不转。标签的 <code>moves</code> 写着从哪台转到哪台、为什么；张数只算一次。</p><p>打印客户端的版本旧，打印不了模板里用到的内容，这一批也照样收：标签留在 <code>queued</code>，<code>reason</code> 是“请更新打印客户端”，更新后自动继续打印；一直没有更新，过了有效期就是 <code>expired</code>，张数还给你。</p><p>要紧的失败：401 密钥不对，402 本月张数不够（<code>data.left</code> 是还剩多少），403 没有权限或不在 IP 白名单里，409 批次号用在了另一批上，429 太快了（等 <code>Retry-After</code> 秒）。别的见每个接口。</p>${renderExamplePrograms(EXAMPLE_PROGRAMS.print)}</section>
${renderRawGuide()}<section id="webhook-guide" aria-labelledby="head-webhook-guide"><h2 id="head-webhook-guide">Webhook：批次有了结果告诉你</h2><p>在“Webhook”页加接收地址，得到 <code>whsec_</code> 开头的签名密钥。用同一个 API 密钥提交的批次没有在等的标签了（<code>batch.finished</code>，结果后来变了会重试），或有标签不确定（<code>batch.uncertain</code>），云标往那里 POST 一条 JSON：</p><pre><code>${escapeHtml(SAMPLE)}</code></pre><p>格式照 Standard Webhooks：头 <code>webhook-id</code>（重发时不变，用它认出重复的）、<code>webhook-timestamp</code>（秒）、<code>webhook-signature</code>（<code>v1,</code> 加 HMAC-SHA256 的 Base64，算的是“编号.时间.原文”）。10 秒内答 2xx 就是收到；不然过 10 秒、1 分钟、5 分钟、15 分钟、1 小时……重试，试一天，之后可以在页面上再送。不跟着转向，只往公网的 https 地址送。送到的先后不保证和发生的先后一样，看 <code>timestamp</code>。</p>${renderExamplePrograms(EXAMPLE_PROGRAMS.receive)}</section>`;

const SAMPLE = JSON.stringify(
  {
    type: 'batch.finished',
    timestamp: '2026-11-23T08:30:00.000Z',
    data: {
      batchNo: 'SO-118',
      state: 'done',
      total: 3,
      counts: {
        queued: 0,
        sending: 0,
        sent: 0,
        printed: 3,
        uncertain: 0,
        failed: 0,
        cancelled: 0,
        expired: 0,
      },
      createdAt: '2026-11-23T08:29:56.000Z',
      finishedAt: '2026-11-23T08:30:00.000Z',
    },
  },
  null,
  2,
);
