import { LEGAL_TYPES } from '../../../identity/software/legal.ts';

/** Search phrases that lead to the legal texts of the whole site, by the type of article. */
export const LEGAL_WORDS: Readonly<Record<string, string>> = {
  [LEGAL_TYPES.terms]: `用户协议；服务协议；使用条款；服务条款；注册协议；协议；责任；违规；赔偿`,
  [LEGAL_TYPES.privacy]: `隐私政策；隐私协议；隐私；数据安全；个人信息怎么用；数据会不会泄露；我的数据安全吗；收集什么信息；数据存在哪；客户资料安全`,
};
