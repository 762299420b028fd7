/** Words for all printers, and for those of a brand, besides its names and models. */
export const PRINTERS_WORDS = `支持哪些打印机；我的打印机能用吗；打印机型号；打印机品牌；什么打印机好；买什么打印机；推荐打印机；打印机推荐；哪个牌子好；兼容打印机；打印机列表；支持的机型；tspl 打印机；zpl 打印机；esc/pos 打印机；小票机能用吗；热敏打印机；标签打印机；条码打印机；打印机；203dpi 和 300dpi 怎么选；300dpi 打印机；打印机驱动；不知道什么型号；型号在哪看；便携打印机；针式打印机能用吗；普通打印机能用吗；激光打印机；喷墨打印机`;

export const BRAND_WORDS = `打印机；能用吗；怎么连接；驱动；支持吗；连不上`;
