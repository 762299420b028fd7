import type { CodeHelp } from '../help.ts';

const BARS = '没有。有一条打印坏了就可能扫不出，条打印高一点，能躲开坏的地方';
const BUILT_IN_CHECK = '自带，云标会算；藏在条里，不打印成字，扫出来也没有';

/** Linear codes with user-defined content. */
export const LINEAR_HELP = {
  code128: {
    also: ['128 码', '货号条码', '单号条码'],
    use: '自己编的货号、货位、单号：字母数字都行，是最省地方的一维码。',
    about: [
      '内容由你定，不用向谁申请。拿不准用哪种一维码，就用它：扫描枪出厂都会扫。',
      '数字是两位两位压在一起的，所以纯数字、位数成双的号打印出来最短。',
    ],
    holds: '字母、数字和键盘上的符号',
    length: '再长就没有扫描枪能一次扫完',
    maxContents: [{ count: 120, unit: '个字符', buildContent: (count) => 'A'.repeat(count) }],
    check: BUILT_IN_CHECK,
    correction: BARS,
    standards: ['ISO/IEC 15417', 'GB/T 18347'],
    mistakes: [
      {
        seen: '放了中文，提示“不能包含”',
        mend: '一维码放不下中文。条码里放编号，品名打印成字；一定要扫出中文就用二维码。',
      },
      {
        seen: '号太长，条挤成一片',
        mend: '去掉每张都一样的前缀，或者换二维码、Data Matrix。',
      },
    ],
    sample: {
      widthMm: 40,
      heightMm: 22,
      head: 'A 区 3 排 12 位',
      code: { type: 'code128', content: 'A-03-12', showText: true, textSizeMm: 2.5 },
    },
    similar: ['qr', 'datamatrix', 'code39'],
  },
  code39: {
    also: ['39 码', '三九条码', '3 of 9'],
    use: '对方的老系统点名要它时：工厂、设备台账、政府项目。',
    about: [
      '每个字符都占一样宽，打印出来比 Code 128 长得多。没有人点名，就用 Code 128。',
      '字两边的 * 是起止符，不是内容，扫出来没有。',
      '小写字母和别的符号：勾上“全 ASCII”，一个打印成两格，扫描枪也要打开全 ASCII。',
    ],
    holds: '大写字母、数字、空格和 - . $ / + %',
    length: '',
    maxContents: [{ count: 60, unit: '个字符', buildContent: (count) => 'A'.repeat(count) }],
    check: '可加可不加（模 43）；加了，扫描枪也要设成核对',
    correction: BARS,
    standards: ['ISO/IEC 16388', 'GB/T 12908'],
    mistakes: [
      {
        seen: '有小写字母，提示“不能包含”',
        mend: '改成大写，或者换 Code 128；对方只认 Code 39 的，勾上“全 ASCII”。',
      },
      {
        seen: '小写字母扫出来成了“+A”这样的两个字符',
        mend: '扫描枪没有打开全 ASCII（Full ASCII）：照扫描枪的说明书打开。',
      },
      {
        seen: '扫出来最后多一个字符',
        mend: '那是校验字符：模板里关闭它，或者让扫描枪核对以后不要报出来。',
      },
    ],
    sample: {
      widthMm: 42,
      heightMm: 22,
      head: '固定资产',
      lines: ['2026 年'],
      code: { type: 'code39', content: 'ZC-0117', showText: true, textSizeMm: 2.5 },
    },
    similar: ['code128', 'code93', 'datamatrix'],
  },
  code93: {
    also: ['93 码', '九三条码'],
    use: '少数老系统点名要它，又嫌 Code 39 太长。',
    about: ['字符和 Code 39 相同，打印出来短三成以上；小写和别的符号用两格拼出来，也能放。'],
    holds: '字母、数字和键盘上的符号',
    length: '',
    maxContents: [{ count: 80, unit: '个字符', buildContent: (count) => 'A'.repeat(count) }],
    check: '自带两个，云标会算；不打印成字，扫出来也没有',
    correction: BARS,
    standards: ['AIM USS-93'],
    mistakes: [
      {
        seen: '扫描枪扫不出来',
        mend: '很多扫描枪出厂时没开 Code 93。照扫描枪的说明书打开，或者换 Code 128。',
      },
    ],
    sample: {
      widthMm: 36,
      heightMm: 22,
      head: '备件',
      lines: ['二号库'],
      code: { type: 'code93', content: 'BX-2046', showText: true, textSizeMm: 2.5 },
    },
    similar: ['code39', 'code128'],
  },
  codabar: {
    also: ['库德巴码', 'NW-7', '图书馆条码'],
    use: '图书馆、血站、冲印店的老系统。',
    about: [
      '前后各有一个起止字母（A 到 D），有的系统拿它分类：不写就由云标补 A。',
      '新做的系统没有理由选它，用 Code 128。',
    ],
    holds: '数字和 - $ : / . +',
    length: '起止字母也算',
    maxContents: [{ count: 60, unit: '个字符', buildContent: (count) => '1'.repeat(count) }],
    check: '可加可不加（模 16）；对方说了要加再加',
    correction: BARS,
    standards: ['GB/T 12907', 'EN 798'],
    mistakes: [
      {
        seen: '扫出来前后多了字母',
        mend: '那是起止符。让扫描枪不要报，或者在系统里去掉。',
      },
    ],
    sample: {
      widthMm: 38,
      heightMm: 22,
      head: '借书证',
      code: { type: 'codabar', content: 'A0012345B', showText: true, textSizeMm: 2.5 },
    },
    similar: ['code128', 'code39'],
  },
} as const satisfies Partial<Record<string, CodeHelp>>;
