import type { ContactKind } from '@yunbiao/contract/contact';

export const CONTACT_WORDS: Record<ContactKind, string> = { phone: '手机号', email: '邮箱' };

/** Said where a demo’s codes go. */
export const DEMO_CODES = '演示：不会真的发出去，验证码写在运行服务器的终端里。';
