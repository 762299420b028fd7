export { attachGateway, type Gateway } from './attach.ts';
