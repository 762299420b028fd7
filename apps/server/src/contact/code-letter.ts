import type { CodeMessage, Email } from '@yunbiao/services';

const PURPOSE: Record<CodeMessage['purpose'], { action: string; ignoreHint: string }> = {
  bind: {
    action: '把这个邮箱绑定到你的云标账号',
    ignoreHint: '不是你在操作，不用理会：没有这个验证码，谁也绑定不了。',
  },
  reset: {
    action: '重设你的云标密码',
    ignoreHint: '不是你在操作，不用理会：没有这个验证码，密码不会变。不要把它告诉任何人。',
  },
};

/**
 * Builds the email with a code. The subject omits the code, because lock screens and third-party
 * logs show subjects.
 */
export const buildVerificationCodeEmail = ({ to, code, purpose, minutes }: CodeMessage): Email => {
  const { action, ignoreHint } = PURPOSE[purpose];
  const validityText = `${minutes} 分钟内有效，只能用一次。`;
  return {
    to,
    subject: '云标的验证码',
    text: `${action}的验证码是：${code}\n\n${validityText}\n${ignoreHint}\n`,
    html: `<p>${action}的验证码是：</p><p style="font-size:28px;letter-spacing:4px"><b>${code}</b></p><p>${validityText}<br>${ignoreHint}</p>`,
  };
};
