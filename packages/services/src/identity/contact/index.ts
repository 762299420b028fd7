export { sendBindCode, getBindCodeState } from './request-bind-code.ts';
export { bindContact, unbindContact } from './bind.ts';
export { sendResetCode, resetPasswordByCode } from './reset-password.ts';
export { maskContact } from '../member/contact.ts';
export { deleteExpiredContactRows } from './delete-expired.ts';
export * from '../../platform/contact-vendor.ts';
