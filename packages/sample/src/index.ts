export { getDemoMemberPath, type DemoMember } from './demo-member.ts';
export type { PrintClient } from './files.ts';
export { seedDemo } from './seed.ts';
