/** Heard when React listens: what was kept until then is given to the page. */
export const AWAKE = 'awake';

/** A press this old is not what its member waits for any more, ms. */
const MAX_MS = 10_000;

/**
 * Runs in the head, before the scripts of the page have come. A press of a button is kept until React listens, and the
 * line of a page on its way shows that it is; without that it would be lost without a word, or send a form to the
 * address, passwords and all. It is the last one that counts, until something else is pressed or typed, and only where its
 * button is still there, can be pressed and says the same. Forms with an address of their own need no script.
 *
 * A button that only opens the choice of a file (`data-file`) does so at once, through the file field nearest to it: later the
 * browser would not take it for the visitor's any more. What is chosen is kept like what is typed.
 *
 * What was typed or chosen is in the page, but nobody has told React: the next drawing would take it away. It is put in
 * again, over what was served, so that React sees a change; one after the other, as by a person, for what follows from
 * one may be what the next builds on. Where an input method is in the middle of a word its end is waited for; Chromium does not
 * mark that event as trusted. `auxclick` has no listener anywhere here: as any press, it makes React wake the
 * part of the page it happens in, at once.
 */
export const EARLY_SCRIPT = `(d=>{
let press,writing,fields=new Map,types=['click','submit','input','change','compositionstart','compositionend'],
going=on=>d.documentElement.toggleAttribute('data-going',on),
say=(to,type)=>to.dispatchEvent(new Event(type,{bubbles:true})),
able=one=>one.isConnected&&!one.closest('[inert],:disabled'),
turn=()=>new Promise(go=>setTimeout(go)),
isBox=one=>/^(checkbox|radio)$/.test(one.type),
see=event=>{
let {target:at,type}=event;
if(/^comp/.test(type))writing=type=='compositionstart'&&at;
else if(!event.isTrusted)return;
if(type=='submit'){if(!at.hasAttribute('action'))event.preventDefault();return}
press=0;going(false);
if(type!='click'){fields.set(at,isBox(at)?at.checked:at.value);return}
let one=at.closest('button');
if(!one||one.type=='submit'&&one.form&&one.form.hasAttribute('action'))return;
event.preventDefault();
event.stopImmediatePropagation();
if(one.hasAttribute('data-file')){
let box=one,file;
while(box&&!(file=box.querySelector('[type=file]')))box=box.parentElement;
file?.click();
return}
press={one,words:one.textContent,at:Date.now()};
going(true)};
for(let type of types)d.addEventListener(type,see,true);
addEventListener('${AWAKE}',async()=>{
for(let type of types)d.removeEventListener(type,see,true);
if(press)going(false);
let written=writing&&new Promise(go=>writing.addEventListener('compositionend',go,{once:true}));
await turn();
for(let [one,value] of fields)if(able(one)){
if(one==writing){await written;value=one.value}
say(one,'auxclick');
if(isBox(one)){one.checked=!value;one.click()}else{
if(one.type!='file'){
if(one.defaultValue!=null)one.value=one.defaultValue;
Object.getOwnPropertyDescriptor(Object.getPrototypeOf(one),'value').set.call(one,value);
say(one,'input')}
say(one,'change')}
await turn()}
if(press&&Date.now()-press.at<${MAX_MS}&&able(press.one)&&press.one.textContent==press.words)press.one.click()
},{once:true})
})(document)`;
