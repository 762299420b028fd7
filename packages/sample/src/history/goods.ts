import type { Template } from '@yunbiao/label';
import type { PrinterPlace } from './month.ts';

type Row = Record<string, string>;

/** 品名, 等级, 规格, 产地, 果径, 价格. */
const GOODS: readonly [string, string, string, string, string, string][] = [
  ['赣南脐橙', '精选果', '5 kg / 箱', '江西赣州', '75–80 mm', '49.90'],
  ['阿克苏苹果', '冰糖心', '2.5 kg / 箱', '新疆阿克苏', '80–85 mm', '36.80'],
  ['丹东草莓', '大果', '500 g / 盒', '辽宁丹东', '35 mm 以上', '29.90'],
  ['库尔勒香梨', '一级果', '3 kg / 箱', '新疆库尔勒', '65–70 mm', '42.00'],
  ['攀枝花芒果', '大果', '4 kg / 箱', '四川攀枝花', '90 mm 以上', '39.80'],
  ['海南香蕉', '一级果', '1 kg / 把', '海南澄迈', '18 cm 以上', '6.80'],
  ['武鸣沃柑', '中果', '2.5 kg / 箱', '广西武鸣', '60–65 mm', '25.90'],
  ['徐香猕猴桃', '精选果', '12 枚 / 盒', '陕西周至', '90–110 g', '32.80'],
  ['阳光玫瑰', '特级', '1 kg / 盒', '云南建水', '24 mm 以上', '45.80'],
  ['大连樱桃', '大果', '500 g / 盒', '辽宁大连', '28 mm 以上', '58.00'],
  ['突尼斯石榴', '一级果', '6 枚 / 盒', '四川会理', '350 g 以上', '38.50'],
  ['恭城月柿', '一级果', '2 kg / 箱', '广西恭城', '70 mm 以上', '19.90'],
];

const padTwoDigits = (value: number): string => String(value).padStart(2, '0');

const createGoodsRow = (place: number): Row => {
  const [name, grade, size, origin, diameter, price] = GOODS[place % GOODS.length] ?? [];
  return {
    品名: name ?? '',
    等级: grade ?? '',
    规格: size ?? '',
    产地: origin ?? '',
    果径: diameter ?? '',
    价格: price ?? '',
    编号: String(20_100 + place),
    货号: `SG26${String(1_000 + place)}`,
  };
};

/** Nine places per row of shelves, eight rows per aisle. */
const createShelfRow = (place: number): Row => {
  const aisle = Math.floor(place / 72);
  const row = (Math.floor(place / 9) % 8) + 1;
  const bay = (place % 9) + 1;
  return {
    货位: `${String.fromCodePoint(65 + aisle)}-${padTwoDigits(row)}-${padTwoDigits(bay)}`,
    库区: `${aisle + 1} 号仓 ${row} 排 ${bay} 位`,
    承重: row > 5 ? '350 kg' : '500 kg',
    序号: String(101 + place),
  };
};

/** Cannot be encoded as a bar code. */
const UNDRAWABLE = '次果-待定';

/**
 * Rows for a template: values from the catalogue where it has the field, else the field's sample.
 */
export const createSampleRows = (
  template: Template,
  {
    place,
    rows,
    firstIndex,
    fate,
  }: { place: PrinterPlace; rows: number; firstIndex: number; fate: string },
): Row[] =>
  Array.from({ length: rows }, (_, index) => {
    const values =
      place === 'shelf' ? createShelfRow(firstIndex + index) : createGoodsRow(firstIndex + index);
    if (fate === 'undrawable' && (index === 3 || index === 4)) values['货号'] = UNDRAWABLE;
    return Object.fromEntries(
      template.fields.map(({ name, sample }) => [name, values[name] ?? sample]),
    );
  });
