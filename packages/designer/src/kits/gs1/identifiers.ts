/**
 * Application identifiers in the order of the list, with short Chinese names after GB/T 16986. A
 * fourth digit `n` is the number of decimal places, or of the entry.
 */
const ROWS: readonly (readonly [ai: string, name: string])[] = [
  ['00', '箱码 SSCC'],
  ['01', '商品条码 GTIN'],
  ['02', '箱内商品的 GTIN'],
  ['03', '按单定制商品的 GTIN'],
  ['10', '批号'],
  ['11', '生产日期'],
  ['12', '付款截止日期'],
  ['13', '包装日期'],
  ['15', '保质期到期日'],
  ['16', '销售截止日期'],
  ['17', '有效期'],
  ['20', '内部产品变体'],
  ['21', '序列号'],
  ['22', '消费产品变体'],
  ['235', '第三方控制的序列号'],
  ['240', '附加产品标识'],
  ['241', '客户方代码'],
  ['242', '定制产品变体'],
  ['243', '包装组件代码'],
  ['250', '二级序列号'],
  ['251', '源实体参考代码'],
  ['253', '文件类型代码 GDTI'],
  ['254', '位置码的扩展部分'],
  ['255', '优惠券代码 GCN'],
  ['30', '变量商品的数量'],
  ['37', '箱内商品的数量'],
  ['310n', '净重（千克）'],
  ['311n', '长度（米）'],
  ['312n', '宽度（米）'],
  ['313n', '高度（米）'],
  ['314n', '面积（平方米）'],
  ['315n', '净容积（升）'],
  ['316n', '净体积（立方米）'],
  ['330n', '毛重（千克）'],
  ['331n', '物流长度（米）'],
  ['332n', '物流宽度（米）'],
  ['333n', '物流高度（米）'],
  ['334n', '物流面积（平方米）'],
  ['335n', '物流容积（升）'],
  ['336n', '物流体积（立方米）'],
  ['337n', '每平方米千克数'],
  ['390n', '应付金额'],
  ['392n', '变量商品的金额'],
  ['400', '客户订单号'],
  ['401', '托运代码 GINC'],
  ['402', '装运代码 GSIN'],
  ['403', '路径代码'],
  ['410', '交货地位置码'],
  ['411', '受票方位置码'],
  ['412', '供货方位置码'],
  ['413', '最终目的地位置码'],
  ['414', '物理位置码 GLN'],
  ['415', '开票方位置码'],
  ['416', '生产或服务地位置码'],
  ['417', '参与方位置码'],
  ['420', '交货地邮政编码'],
  ['421', '交货地国家代码和邮政编码'],
  ['422', '原产国代码'],
  ['423', '初始加工国代码'],
  ['424', '加工国代码'],
  ['425', '拆分国代码'],
  ['426', '全程加工国代码'],
  ['427', '原产地行政区划代码'],
  ['7003', '到期日期和时间'],
  ['7004', '活性值'],
  ['7006', '首次冷冻日期'],
  ['7007', '收获日期'],
  ['7008', '渔业物种'],
  ['7009', '渔具类型'],
  ['7010', '生产方式'],
  ['7011', '检测日期'],
  ['7020', '翻新批号'],
  ['7021', '功能状态'],
  ['7022', '修订状态'],
  ['7023', '组件的资产代码'],
  ['710', '国家药品编号（德国）'],
  ['711', '国家药品编号（法国）'],
  ['712', '国家药品编号（西班牙）'],
  ['713', '国家药品编号（巴西）'],
  ['714', '国家药品编号（葡萄牙）'],
  ['715', '国家药品编号（美国）'],
  ['7240', '协议号'],
  ['8001', '卷状产品的尺寸'],
  ['8002', '移动电话标识'],
  ['8003', '可回收资产代码 GRAI'],
  ['8004', '单个资产代码 GIAI'],
  ['8005', '单价'],
  ['8006', '组件代码 ITIP'],
  ['8007', '国际银行账号 IBAN'],
  ['8008', '生产日期和时间'],
  ['8009', '光学传感器标识'],
  ['8010', '零部件代码 CPID'],
  ['8011', '零部件序列号'],
  ['8012', '软件版本'],
  ['8013', '产品型号 GMN'],
  ['8017', '服务提供方代码 GSRN'],
  ['8018', '服务接受方代码 GSRN'],
  ['8019', '服务事件代码 SRIN'],
  ['8020', '付款单号'],
  ['8026', '箱内组件代码 ITIP'],
  ['90', '双方约定的内容'],
  ...['91', '92', '93', '94', '95', '96', '97', '98', '99'].map(
    (ai) => [ai, '公司内部内容'] as const,
  ),
];

export type Identifier = {
  /** As in the list: `310n` stands for `3100` to `3105`. */
  key: string;
  name: string;
};

export const IDENTIFIERS: readonly Identifier[] = ROWS.map(([key, name]) => ({ key, name }));

/** Decimal places in the fourth digit, offered for measures and amounts. */
export const MAX_DECIMALS = 5;

export const hasDecimals = (key: string): boolean => key.endsWith('n');

/** `310n` with 3 decimal places → `3103`. */
export const resolveIdentifier = (key: string, decimals: number): string =>
  hasDecimals(key) ? key.slice(0, -1) + String(decimals) : key;

/** Entry of the list for an identifier of a content; undefined when the list has none. */
export const findIdentifier = (ai: string): Identifier | undefined =>
  IDENTIFIERS.find(
    ({ key }) =>
      key === ai || (hasDecimals(key) && key.slice(0, -1) === ai.slice(0, 3) && ai.length === 4),
  );

export const getIdentifierName = (ai: string): string => findIdentifier(ai)?.name ?? `(${ai})`;

/** Name of a new column for an identifier: without unit and abbreviation. */
export const getColumnName = (ai: string): string =>
  ((findIdentifier(ai)?.name ?? ai).split('（')[0] ?? ai).replace(/(?: 的)? [A-Z]+$/, '');
