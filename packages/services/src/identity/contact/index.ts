export { contactCode, contactCodeState } from './request-bind-code.ts';
export { contactBind, contactUnbind } from './bind.ts';
export { resetCode, resetPasswordByCode } from './reset-password.ts';
export { maskContact } from '../member/contact.ts';
export { deleteExpiredContactRows } from './delete-expired.ts';
export * from '../../platform/contact-vendor.ts';
