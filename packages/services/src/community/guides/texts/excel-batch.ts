import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import type { GuideName } from '@yunbiao/contract/site/guides';
import { SHEET_PICTURE } from '../figures/excel-batch.ts';
import { createShelfPicture } from '../figures/labels.ts';
import type { GuideHelp } from '../guide.ts';

export const EXCEL_BATCH: GuideHelp<GuideName> = {
  group: '从头开始',
  summary: '打开现成的表，对一下哪一列放进哪一栏，一行打印一张。标题、合计不用先删。',
  also: ['批量打印', 'Excel 导入', '表格打印', 'CSV', 'WPS', '一次打印很多张', '数据导入', '套打'],
  sections: [
    {
      heading: '表不用改',
      blocks: [
        {
          kind: 'text',
          text: `Excel（xlsx、xls、xlsb）、ODS、CSV 都能打开。文件只在你的浏览器里读，不上传。一批最多 ${MAX_ROWS.toLocaleString('zh-CN')} 行。`,
        },
        {
          kind: 'figure',
          caption: '一张平常的表，和云标从里面读出来的：有列名的一行、两行货位；标题和合计不要。',
          pictures: [SHEET_PICTURE],
        },
      ],
    },
    {
      heading: '打开，对列，打印',
      blocks: [
        {
          kind: 'steps',
          items: [
            '在[立即打印](/user/print)选好模板和打印机，**内容**里切到**打开 Excel**。',
            '点**选一个文件**，或者把文件拖进来。有几张工作表的，在上面选。',
            '看**原来的表**：写着**列名**的那一行是列名，写着**不要**的不会打印。猜得不对，点行号把那一行当作列名；不想打印的行，去掉勾。',
            '下面每一列旁边写着放进哪一栏。列名和栏名一样的，自己对上了；不对的改一下，用不着的选**忽略**。',
            '点**放进**几行的那个按钮，行就到了表里。格子还能改，点一行，右边是那一行的预览。',
            '每行要打印不同图片的：图片先放进[图片库](/user/picture)，设计器里把图片的**图片来自**选成那一列，格子里写图片的名称。',
            '要每行打印两张的，把**每行**的份数写成 2。',
            '点**打印**。打印不了的行会先列出来问你；打印了的从表里删除，没打印的留着，改好再打印。',
          ],
        },
        {
          kind: 'figure',
          caption: '上面那张表打印出来的两张。',
          pictures: [
            { ...createShelfPicture({ place: 'A-03-12', load: '200' }), note: '第 1 张' },
            { ...createShelfPicture({ place: 'A-03-13', load: '150' }), note: '第 2 张' },
          ],
        },
        {
          kind: 'text',
          text: '没有文件，只有在线表格的：选中几行复制，切到**贴几行**，贴进来，后面一样。想一边改标签一边看每一行的，在[标签设计器](/tools/design-new.html)里点**打开 Excel、CSV**。',
        },
      ],
    },
    {
      heading: '看到的不一样',
      blocks: [
        {
          kind: 'cases',
          items: [
            {
              seen: '说货号可能被表格改短了',
              mend: '表格把长数字改成了 6.92E+12 这样。在 Excel 里先把那一列的格子设成“文本”，再填一遍。',
            },
            {
              seen: '问是不是表格去掉了开头的 0',
              mend: '条码原来是 13 位、0 开头的，点**是，补上 0**；本来就是 12 位的，点**不是，末尾补校验位**。',
            },
            {
              seen: '说文件加了密码',
              mend: '在 Excel 里去掉密码，另存一份再打开。',
            },
            {
              seen: '打开 CSV，字是乱的',
              mend: '页面会列出几种读法，选字对的那一种；都不对，在 Excel 里另存为 xlsx 再打开。',
            },
            {
              seen: '列名一个也没对上',
              mend: '列名不在第一行。点**原来的表**，在有列名的那一行点行号。',
            },
            {
              seen: '点了打印，没有收到回答',
              mend: '内容不动，再点一次：保存了的就是那一批，不会打印两遍。',
            },
          ],
        },
      ],
    },
  ],
  related: ['first-label', 'unreadable-code', 'print-from-erp'],
};
