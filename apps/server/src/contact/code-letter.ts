import type { CodeMessage, Letter } from '@yunbiao/services';

const PURPOSE: Record<CodeMessage['purpose'], { what: string; not: string }> = {
  bind: {
    what: '把这个邮箱绑定到你的云标账号',
    not: '不是你在操作，不用理会：没有这个验证码，谁也绑定不了。',
  },
  reset: {
    what: '重设你的云标密码',
    not: '不是你在操作，不用理会：没有这个验证码，密码不会变。不要把它告诉任何人。',
  },
};

/** The letter with a code. The subject does not have it: it is shown on locked screens and stays in logs of others. */
export const codeLetter = ({ to, code, purpose, minutes }: CodeMessage): Letter => {
  const { what, not } = PURPOSE[purpose];
  const good = `${minutes} 分钟内有效，只能用一次。`;
  return {
    to,
    subject: '云标的验证码',
    text: `${what}的验证码是：${code}\n\n${good}\n${not}\n`,
    html: `<p>${what}的验证码是：</p><p style="font-size:28px;letter-spacing:4px"><b>${code}</b></p><p>${good}<br>${not}</p>`,
  };
};
