import type { EffectTable } from './effects.ts';

/**
 * The commands of ZPL II that a label of another system may hold (ZPL II Programming Guide; those it does not list are
 * refused). Of `printer` none reaches a printer.
 */
export const ZPL_EFFECTS: EffectTable = [
  { commands: '^XA ^XZ ^FS', lasting: 'label', changes: '标签的开头和结尾' },
  {
    commands:
      '^FO ^FT ^FD ^FV ^FB ^TB ^FH ^FN ^FR ^FP ^FC ^FE ^FM ^SN ^SF ^A ^B0 ^B1 ^B2 ^B3 ^B4 ^B5 ^B7 ^B8 ^B9 ^BA ^BB ' +
      '^BC ^BD ^BE ^BF ^BI ^BJ ^BK ^BL ^BM ^BO ^BP ^BQ ^BR ^BS ^BT ^BU ^BX ^BZ',
    lasting: 'label',
    changes: '文字和条码',
  },
  { commands: '^GB ^GC ^GD ^GE ^GF ^GS ^XG ^IM ^IL', lasting: 'label', changes: '线框和图片' },
  { commands: '~DG ~DY ^DF ^XF', lasting: 'label', changes: '内存里的图片和格式' },
  { commands: '^XB ^PQ', lasting: 'label', changes: '这一张印完不送出、张数' },
  { commands: '^FX', lasting: 'label', changes: '注释' },
  { commands: '^LH', lasting: 'told', reset: '^LH0,0', changes: '原点' },
  { commands: '^PO', lasting: 'told', reset: '^PON', changes: '颠倒' },
  { commands: '^PM', lasting: 'told', reset: '^PMN', changes: '镜像' },
  { commands: '^LR', lasting: 'told', reset: '^LRN', changes: '反白' },
  { commands: '^PW ^LL', lasting: 'told', changes: '标签大小' },
  { commands: '^MN', lasting: 'told', changes: '纸的种类' },
  { commands: '^PR', lasting: 'told', changes: '速度' },
  { commands: '^BY', lasting: 'drawing', start: '^BY2,3.0,10', changes: '条码的默认样子' },
  { commands: '^CF', lasting: 'drawing', start: '^CFA,9,5', changes: '默认字体' },
  { commands: '^FW', lasting: 'drawing', start: '^FWN', changes: '默认方向' },
  { commands: '^CI', lasting: 'drawing', start: '^CI0', changes: '编码' },
  { commands: '^PA', lasting: 'drawing', start: '^PA0,0,0,0', changes: '文字的排法' },
  { commands: '^SE', lasting: 'drawing', changes: '两个字节一个字的编码表' },
  { commands: '^CW ^FL', lasting: 'printer', changes: '字体的名字和补字的字体' },
  { commands: '~SD ^MD', lasting: 'printer', changes: '浓度' },
  { commands: '^LS ^LT ~TA', lasting: 'printer', changes: '打印和撕纸的位置' },
  { commands: '^MM ^MT ^JZ', lasting: 'printer', changes: '出纸方式、碳带、出错后重印' },
  {
    commands: '^ML ^MF ^MW ^MP ^SS ^XS ^JS ~JS ~JN ~JO',
    lasting: 'printer',
    changes: '走纸、探测和面板',
  },
  { commands: '^JU', lasting: 'printer', changes: '保存设置' },
  { commands: '^RS', lasting: 'printer', changes: 'RFID 设置' },
  { commands: '^ID ^EG ~EG ~DN ^DN', lasting: 'printer', changes: '删除内存里的图片和格式' },
  { commands: '^MU ^MC ^JM ^SZ', lasting: 'printer', changes: '单位、清图、分辨率、语言版本' },
  {
    commands: '^CC ~CC ^CT ~CT ^CD ~CD',
    lasting: 'printer',
    changes: '命令的前缀和分隔符',
  },
  { commands: '^CV ^CO', lasting: 'printer', changes: '条码检查、字符缓存' },
];
