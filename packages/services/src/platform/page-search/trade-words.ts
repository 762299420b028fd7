/**
 * Words of the trade that mean the same, a line each, the usual one first. Words are simplified,
 * lower case, without spaces between Chinese and Latin letters.
 */
const SAME_WORDS = `
标签 不干胶 贴纸 标贴 卷标 label labels sticker 粘贴纸 小票贴
标签纸 不干胶 不干胶纸 铜版纸 热敏纸 纸卷 卷纸 打印纸 标签卷 耗材 贴纸卷 面单纸 价签纸 吊牌纸
打印 列印 打 印 打出来 印出来 出标签 出纸 输出 print printing
打印机 印表机 列印机 标签机 条码机 条码打印机 标签打印机 打标机 打码机 打签机 面单机 热敏机 热敏打印机 机器 printer 机子
批量 批次 成批 一次性 整批 一批 大量 上百 几百 多张 batch
表格 excel xls xlsx csv wps 电子表格 spreadsheet ods 表 exel sheet
导入 汇入 上传 读取 载入 贴进来 粘贴 导进去 import
导出 汇出 下载数据 export 导出来
二维码 qr qrcode qr码 二维条码 行动条码 扫码 快速响应码
条码 条形码 一维码 barcode 条型码 barcodes
扫不出 扫不出来 扫不到 扫不了 扫不动 扫不上 扫描不了 识别不了 读不出 读不出来 读不了 识别不出 无法识别 扫不进去 扫描不出来 扫描不到 不识别 扫不到码 难扫
发票 开票 专票 普票 增值税 电子发票 税票 票据 抬头 税号 invoice
退款 退钱 退费 退货款 退回 退订 退掉 退会员 能退 refund 退 不想要 不想要了 不想用 后悔 买错 误买 退差价
付款 充值 支付 付钱 缴费 结账 买单 付费 交钱 扣款 到账 pay payment
支付宝 alipay
微信支付 微信付款 wechatpay
对公 转账 汇款 公户 公账 对公转账 银行转账 打款
卡纸 塞纸 夹纸 卡住 卡在 堵纸 纸卡 卡死 jam
缺纸 没纸 无纸 纸用完 纸没了 报缺纸 缺标签 换纸
离线 掉线 断线 断开 脱机 断连 offline 断网 连接断开 未连接
打歪 偏 偏移 走位 跑偏 错位 歪 偏上 偏下 偏左 偏右 印偏 位移 位置不对 对不准 不居中 不对齐 打偏 不正 跑位 偏了 移位 打不准 定位不准
校准 较准 校正 对纸 定位 学习纸张 测纸 标定 calibrate calibration 纸张学习 纸张校准
太淡 淡 浅 太浅 模糊 不清楚 看不清 不清晰 发白 颜色浅 字淡 很淡 灰 糊 发虚 断针 断线条 缺画 印不清 不黑 掉色 白线 白条 白道 划痕 缺笔画
浓度 淡 很淡 字淡 太淡 浅 太浅 不黑 不够黑 发白 深浅 黑度 打印浓度 温度 darkness density 热度 加热
空白 白纸 空白纸 没有字 没字 白的 无内容 空白标签 打白 出白纸
跳纸 跳张 跳过 跳一张 空一张 隔一张 多走 走空 多出 一张空 走纸 空走 吐纸 出好几张 跳标签
黑标 黑标纸 黑线 blackmark
间隙 间距 缝隙 间隔 gap 标签间距
连续纸 连续 无间隙 continuous
热敏 热感 direct thermal 热敏纸
热转印 碳带 炭带 色带 转印 热转 ribbon 树脂基 混合基 蜡基 铜版
蓝牙 蓝芽 bluetooth ble
网口 网线 网络 有线 以太网 ip地址 局域网 内网 lan 网络打印机 端口 9100
wifi 无线 无线网 无线网络 wlan 热点
usb 数据线 usb线 优盘口
驱动 驱动程序 driver drivers
手机 移动端 手机端 苹果手机 安卓 iphone android 平板 ipad 手机app app 鸿蒙 ios 小程序
微信 wechat 公众号
苹果 mac macos 苹果电脑 mac电脑 osx macbook
电脑 windows win7 win10 win11 xp系统 win 台式机 笔记本 pc 主机 linux 统信 麒麟 ubuntu
客户端 打印客户端 软件 插件 程序 打印助手 控件 助手 打印组件 打印插件 打印服务 client agent 打印程序
下载 下栽 download 安装包 下载地址 载 安装程序
安装 装 install 怎么装 重装 装不上 装机
登录 登陆 登入 login 登录不上 登不上 进不去 登不进 signin
密码 口令 password 密码忘了 忘记密码
注册 申请账号 开户 新用户 signup register
账号 帐号 账户 帐户 用户名 account 个人账号
注销 销号 删除账号 删号 取消账号 注销账号 注销账户
会员 vip 套餐 高级版 专业版 付费版 订阅 会员费 方案 svip 版本 企业版
价格 多少钱 费用 收费 价钱 贵不贵 价位 收费标准 资费 要钱 费率 花钱 几块钱 报价
免费 免费版 不要钱 试用 白嫖 免费的 free 试用版
续费 续期 续 到期 过期 续会员 续订 延期
优惠 折扣 优惠码 折扣码 打折 便宜 活动 coupon 优惠券 兑换码 满减
额度 张数 次数 上限 限制 用量 名额 限额 数量限制
模板 模版 摸板 范本 样板 样式 版式 template 格式 范例 样例 模子
设计 编辑 画 制作 排版 自己做 设计器 编辑器 design designer 画标签 在线设计 在线编辑
价签 价格签 价格标签 商品标签 物价签 标价签 价格牌 超市价签 标价 货架标签 商品价签
吊牌 衣服标签 服装标签 吊卡 合格证 尺码标 服装吊牌 挂牌
面单 快递单 运单 快递面单 电子面单 物流单 快递 发货单
固定资产 资产 资产标签 设备标签 资产牌 盘点
珠宝 首饰 饰品 珠宝标签 戒指 项链
线缆 网线标签 电缆 线标 刀型 旗形 尾纤 布线
食品 食品标签 烘焙 奶茶 饮品 生产日期 保质期 配料表 效期
药 药品 药房 药店 医疗 试管 采血 医院 输液
货位 库位 仓位 货架 仓库 仓位码
工牌 胸牌 胸卡 员工卡 工作证 员工牌 姓名牌 名牌 工卡
流水号 序列号 序号 递增 自动加1 自增 连号 编号 自动编号 加一 递加 自动递增 自动加一 流水码 流水 sn
变量 可变数据 字段 占位 绑定 数据源 数据绑定 变量打印 可变 数据库 填的栏
公式 计算 函数 自动计算
统计 报表 最多 打印统计 打印数量 打印量 汇总 打了多少
记录 明细 历史 打印记录 打印历史 日志 打过的 history
待确认 不确定 不知道印没印 没确认
重复 打两张 打了两遍 双份 打重 重复打印 两份 打双份 多打 多印 打了两次 印了两张 两张
补打 重打 补印 重印 漏打 漏印 再打 少打 缺了几张 没打出来 漏了 补
没反应 没动静 不出纸 不打印 不动 打不出来 没出来 不出来 不工作 打不了 打印不了 打印不出来 不响应 无反应 没响应 打印没反应 印不出来 不出标签 点了没用 不走
排队 队列 等待 卡队列 一直排队 打印任务 任务
红灯 报警 亮灯 闪灯 指示灯 亮红灯 报错 黄灯 闪红灯 错误灯 滴滴响 叫 橙灯
连接 连不上 连不了 连 接 接不上 对接不上 找不到 搜不到 添加 搜索不到 识别不到 配对 绑定打印机 接上 connect 连接不上 链接 插上 检测不到
授权 授权码 认证 绑定电脑 配对码 配对
共享 共用 合用 一起用 同事 多人 多台电脑 分享 公用 好几个人 几个人 几台电脑
默认 默认打印机 首选
接口 api 开放接口 sdk openapi 开发 调用 二次开发 http restful 程序调用
接口文档 api文档 开发文档 技术文档 文档 开发者文档 文挡 参数说明
对接 接入 串接 集成 打通 连到系统 整合 integration
erp 金蝶 用友 管家婆 聚水潭 旺店通 进销存 wms mes 系统 自己的系统 秦丝 sap 店铺后台 马帮 快麦 有赞 店小秘 网店 收银系统 收银软件 odoo
回调 webhook 通知地址 推送结果 callback 回传
密钥 apikey api密钥 token 秘钥 secret appkey 密匙 accesskey key api key
白名单 ip白名单 ip限制 允许ip 限制ip 访问限制
python java php nodejs node js c# 代码 curl go语言 .net 编程 程序员 示例代码 demo
通知 消息 提醒 邮件提醒 站内信 短信通知
订单 购买记录 交易记录 账单 买过 付款记录 订单号 order
更新 升级 新版本 更新日志 改了什么 新功能 最新版 版本号 最近更新
协议 用户协议 服务协议 条款 使用条款 服务条款 terms
隐私 隐私政策 个人信息 隐私协议 数据安全 privacy 信息安全 泄漏
帮助 教程 说明 说明书 使用手册 怎么用 使用教程 help 帮助中心 使用说明 操作指南
入门 新手 第一张 第一次 刚开始 上手 快速开始 小白 初次 从零 第一步 不会用
客服 人工 联系 电话 联系方式 售后 咨询 人工客服 提问 在线客服
问答 论坛 社区 提问题 发帖 问题反馈 反馈 建议 投诉
资料 个人资料 个人信息 头像 昵称 个人中心 账户设置 账号设置
手机号 手机号码 换手机号 换绑 绑定手机 改手机号 电话号码
邮箱 email 邮件 电子邮箱 绑定邮箱
验证码 短信 短信验证码 动态码 校验短信
通行密钥 指纹 人脸 刷脸 passkey
视频 影片 录像 短片 mp4 mov video
动图 gif gif图 动画 表情包 动态图 gif制作
图片 图 logo 照片 png jpg 商标 图像 图标 jpeg
zpl 斑马指令 zpl代码 指令 zpl文件 zpl指令
预览 查看效果 看效果 先看看 效果图 preview
字体 字号 字 文字 汉字 中文 乱码 生僻字 繁体字
尺寸 大小 宽高 规格 多大 纸张大小 宽度 高度 长宽 size 毫米
分辨率 dpi 解析度 203dpi 300dpi 600dpi 精度 点数
多列 一排两张 一排三张 双排 三排 两列 双列 几列 一排 并排 一排多张 一行两个 列数 三列 一排几个
撕纸 剥离 切刀 裁切 裁纸 切纸 自动切 撕
设置 设定 参数 调整 配置 怎么设 怎么调
完整 不完整 打不全 印不全 显示不全 缺一边 缺了 只打一半 截断 被截
自检 自检页 测试页 自测 自检纸
改名 重命名 名称 名字
不同 不一样 不一致 各不相同
走纸 走很多纸 一直走纸 出很多纸 停不下来 一直出纸
冷冻 冷库 低温 冷藏 冰箱
两次 两遍 二次
规格 什么规格 多大规格
下一张 缝里 缝上 两张之间 中间断开 跨张
休眠 睡眠 待机 合盖 锁屏 关机 重启 断电 停电
科学计数 科学计数法 e+ 科学记数 长数字 1.38e+10 位数变了 变成000 变000 后三位 后几位 数字变了
前面的0 前导零 开头的0 0没了 零没了 少了0 前面的零 首位0 0不见了 前导0
份数 几份 多份 每张打几份 数量 张数不一样 打几张 数量不一样
表头 列名 标题行 字段对应 对应不上 匹配 列对应
商品条码 69码 69开头 ean13 ean 国条码 国际码 超市条码 ean-13 申请条码 69条码
校验位 校验码 检验位 最后一位
亚马逊 fnsku amazon fba 跨境
网址 链接 跳转 网页 url
虚拟打印机 没有打印机 没打印机 模拟打印 虚拟 还没买打印机
云打印 远程打印 异地打印 远程 外地 异地 不在一个地方
打印头 头 打印头脏 擦打印头 清洁 清洗 擦 保养 打印头坏了
褪色 掉色 字没了 变黑 发黄 保存多久 字就没了 字消失 几个月 久了
杀毒 杀毒软件 360 拦截 防火墙 报毒 病毒 火绒 误报 安全软件 拦了
泄露 泄漏 被盗 重置 换 更换
401 403 报401 返回401 没权限 鉴权 签名错误 unauthorized
佳博 gprinter gp
斑马 zebra
得力 deli
汉印 hprt
芯烨 xprinter xp 芯叶 新烨 芯晔
精臣 niimbot
兄弟 brother
立象 argox
科诚 godex
霍尼韦尔 honeywell
东芝 toshiba
爱普生 epson
新北洋 snbc
启锐 qirui
博思得 postek
汉码 hanma
快麦 kuaimai
德佟 dothantech
tsc 台半
品牌 牌子 型号 机型 哪个牌子 支持哪些 哪种打印机 兼容
分享码 邀请 邀请码 推荐 邀请好友 拉人 推荐好友
打印机组 多台打印机 备用打印机 打印机分组 分摊
暂停 取消 停止 撤销 取消打印
删除 删 清空 去掉 移除 隐藏
不见了 丢了 没了 找不回 消失 找不到了 不见 丢失
竖排 竖着 竖写 直排
旋转 横着 方向 反 反的 反着 镜像 左右相反 反了 倒过来 颠倒 反方向 倒着 横竖 上下颠倒
`;

/** Filler words, which do not narrow a query. */
const FILLER_WORDS = `
请问一下 请问 为什么 为何 怎么办 怎么样 怎么回事 怎么 怎样 怎 如何 什么 什么时候 啥 咋 咋办 咋样 咋整 是不是 能不能 可不可以 可以 大家
帮忙 哪里 哪儿 在哪 在哪里 哪个 哪些 哪种 有没有 想要 想 我想 我要 需要 要 一下 一个 一种 一直 一样 这个 那个 这样 我的 你们 我们 老板 求助 求教 谢谢
麻烦 请教 各位 师傅 老是 总是 经常 突然 今天 昨天 明明 还好好的 好好的 现在 然后 但是 而且 因为 所以 如果 以后 之后 时候 的时候 出现 问题 情况
吗 呢 吧 啊 呀 哦 么 嘛 了 的 得 地 着 过 请 在 把 给 我 你 他 它 您 有 是 个 后 就 都 会 能 和 与 或 还是 还 也 又 再 很 太 让 用 上 里 中 做 弄 搞 去 来 到 被 从 对 为 没有 没 不
the a an to how do i can of is in my for
`;

const splitWords = (line: string): string[] => line.trim().split(/\s+/).filter(Boolean);

/**
 * Word → its concepts, each named by the first word of a line of `SAME_WORDS`. A word with two
 * meanings is in two lines.
 */
export const listConceptsByWord = (): Map<string, string[]> => {
  const concepts = new Map<string, string[]>();
  for (const line of SAME_WORDS.trim().split('\n')) {
    const words = splitWords(line);
    const [concept = ''] = words;
    for (const word of words) {
      const wordConcepts = concepts.get(word) ?? [];
      if (!wordConcepts.includes(concept)) concepts.set(word, [...wordConcepts, concept]);
    }
  }
  return concepts;
};

export const listFillerWords = (): string[] => splitWords(FILLER_WORDS);

/** Characters that look alike and are confused in words of two characters. */
const LOOKALIKES = [
  '己已巳',
  '末未',
  '人入',
  '折拆',
  '签笺鉴',
  '贴帖粘',
  '侧测则',
  '彩采菜',
  '纸祇低衹只抵',
  '载栽裁',
  '模摸膜',
  '微徽薇',
  '标示杯',
  '票漂飘',
  '退腿褪',
  '码吗妈玛',
  '较校',
  '绑帮邦',
  '续读',
  '淡谈炎',
  '偏编遍篇',
  '扫打归',
  '连莲链',
  '驱躯区',
  '蓝篮兰',
  '牙芽',
  '密蜜秘',
  '注住往主',
  '板版',
  '帐账张',
  '录绿',
  '登澄',
  '陆录',
  '免兔',
  '名各',
  '设没',
  '输愉',
  '间问闷',
  '隔融',
  '白自',
  '烨华',
  '佳隹住',
  '博搏',
];

/** True if one may be written for the other by mistake. */
export const areLookalikeLetters = (a: string, b: string): boolean =>
  LOOKALIKES.some((letters) => letters.includes(a) && letters.includes(b));
