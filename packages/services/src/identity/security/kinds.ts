/** Kinds of events with their display names. */
export const SECURITY_KINDS = {
  register: '注册',
  login: '登录',
  'login.refused': '登录被拒：用户名或密码不对',
  'login.paused': '登录被拒：失败太多，先不比对',
  logout: '退出',
  'session.end': '退出一台设备',
  'session.endOthers': '退出其他设备',
  'password.change': '修改密码',
  'password.refused': '修改密码被拒：现在的密码不对',
  'password.paused': '修改密码被拒：失败太多，先不比对',
  'password.set': '设第一个密码',
  'password.reset': '管理员换了密码',
  'password.forgot': '用验证码重设密码',
  'code.refused': '验证码不对',
  'contact.bind': '绑定手机号或邮箱',
  'contact.unbind': '解绑手机号或邮箱',
  'wechat.bind': '绑定微信',
  'wechat.unbind': '解绑微信',
  'passkey.add': '添加通行密钥',
  'passkey.remove': '删除通行密钥',
  'passkey.refused': '通行密钥没有通过核对',
  'passkey.counter': '登录被拒：通行密钥的计数倒退，可能被复制',
  'data.export': '导出自己的数据',
  'account.leave': '申请注销',
  'account.stay': '撤销注销',
  'account.refused': '申请注销被拒：密码不对',
  'account.paused': '申请注销被拒：失败太多，先不比对',
  'account.gone': '账号已注销',
  'member.suspend': '暂停会员',
  'member.unsuspend': '恢复会员',
  'member.official': '修改工作人员称号',
  'client.pair': '配对客户端',
  'client.revoke': '撤销客户端',
  'client.enable': '启用客户端',
  'client.disable': '停用客户端',
  'key.add': '新建 API 密钥',
  'key.revoke': '撤销 API 密钥',
  'webhook.secret': '生成 Webhook 签名密钥',
  'address.add': 'IP 白名单加了一条',
  'address.remove': 'IP 白名单删除了一条',
  'key.refused': '不认识或撤销了的 API 密钥，多次',
  'pay.refused': '支付回调被拒',
  'right.refused': '没有权限的请求，多次',
  'token.refused': '失效或不认识的令牌，多次',
  'limit.refused': '登录、密码、验证码的请求太多，没有看就拒绝',
} as const;

/** `staff.` and an audit action: changes to money and VIP by staff. */
export type Kind = keyof typeof SECURITY_KINDS | `staff.${string}`;

/** Event kind of an operator's action, from its audit action. */
export const getSecurityEventKind = (action: string): Kind =>
  action in SECURITY_KINDS ? (action as keyof typeof SECURITY_KINDS) : `staff.${action}`;

export const describeSecurityEventKind = (kind: string): string => {
  if (kind.startsWith('staff.')) return `管理员 ${kind.slice('staff.'.length)}`;
  return Object.entries(SECURITY_KINDS).find(([name]) => name === kind)?.[1] ?? kind;
};
