export { contactCode, contactCodeState } from './ask.ts';
export { contactBind, contactUnbind } from './bind.ts';
export { resetCode, resetPasswordByCode } from './reset.ts';
export { maskContact } from '../member/contact.ts';
export { sweepContacts } from './sweep.ts';
export * from '../contact-vendor.ts';
