import type { EffectTable } from './effects.ts';

/**
 * ZPL II commands that a label of another system may contain (ZPL II Programming Guide; others are
 * rejected). Commands with `printer` are allowed in such a label unless they would change later
 * labels, but not passed on to the printer.
 */
export const ZPL_EFFECTS: EffectTable = [
  { commands: '^XA ^XZ ^FS', duration: 'label', changes: '标签的开头和结尾' },
  {
    commands:
      '^FO ^FT ^FD ^FV ^FB ^TB ^FH ^FN ^FR ^FP ^FC ^FE ^FM ^SN ^SF ^A ^B0 ^B1 ^B2 ^B3 ^B4 ^B5 ^B7 ^B8 ^B9 ^BA ^BB ' +
      '^BC ^BD ^BE ^BF ^BI ^BJ ^BK ^BL ^BM ^BO ^BP ^BQ ^BR ^BS ^BT ^BU ^BX ^BZ',
    duration: 'label',
    changes: '文字和条码',
  },
  { commands: '^GB ^GC ^GD ^GE ^GF ^GS ^XG ^IM ^IL', duration: 'label', changes: '线框和图片' },
  { commands: '~DG ~DY ^DF ^XF', duration: 'label', changes: '内存里的图片和格式' },
  { commands: '^XB ^PQ', duration: 'label', changes: '这一张打印完不送出、张数' },
  { commands: '^FX', duration: 'label', changes: '注释' },
  { commands: '^LH', duration: 'told', reset: '^LH0,0', changes: '原点' },
  { commands: '^PO', duration: 'told', reset: '^PON', changes: '颠倒' },
  { commands: '^PM', duration: 'told', reset: '^PMN', changes: '镜像' },
  { commands: '^LR', duration: 'told', reset: '^LRN', changes: '反白' },
  { commands: '^PW ^LL', duration: 'told', changes: '标签大小' },
  { commands: '^MN', duration: 'told', changes: '纸的种类' },
  { commands: '^PR', duration: 'told', changes: '速度' },
  { commands: '^BY', duration: 'drawing', start: '^BY2,3.0,10', changes: '条码的默认样子' },
  { commands: '^CF', duration: 'drawing', start: '^CFA,9,5', changes: '默认字体' },
  { commands: '^FW', duration: 'drawing', start: '^FWN', changes: '默认方向' },
  { commands: '^CI', duration: 'drawing', start: '^CI0', changes: '编码' },
  { commands: '^PA', duration: 'drawing', start: '^PA0,0,0,0', changes: '文字的排法' },
  { commands: '^SE', duration: 'drawing', changes: '两个字节一个字的编码表' },
  { commands: '^CW ^FL', duration: 'printer', changes: '字体的名字和补字的字体' },
  { commands: '~SD ^MD', duration: 'printer', changes: '打印浓度' },
  { commands: '^LS ^LT ~TA', duration: 'printer', changes: '打印和撕纸的位置' },
  { commands: '^MM ^MT ^JZ', duration: 'printer', changes: '出纸方式、碳带、出错后重新打印' },
  {
    commands: '^ML ^MF ^MW ^MP ^SS ^XS ^JS ~JS ~JN ~JO',
    duration: 'printer',
    changes: '走纸、探测和面板',
  },
  { commands: '^JU', duration: 'printer', changes: '保存设置' },
  { commands: '^RS', duration: 'printer', changes: 'RFID 设置' },
  { commands: '^ID ^EG ~EG ~DN ^DN', duration: 'printer', changes: '删除内存里的图片和格式' },
  { commands: '^MU ^MC ^JM ^SZ', duration: 'printer', changes: '单位、清图、分辨率、语言版本' },
  {
    commands: '^CC ~CC ^CT ~CT ^CD ~CD',
    duration: 'printer',
    changes: '命令的前缀和分隔符',
  },
  { commands: '^CV ^CO', duration: 'printer', changes: '条码检查、字符缓存' },
];
