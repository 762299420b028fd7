/** Event that hydration has finished; stored actions are replayed then. */
export const HYDRATED_EVENT = 'awake';

/** Maximum age of a click that is replayed, ms. */
const MAX_REPLAY_AGE_MS = 10_000;

/**
 * Script in the head that runs before the scripts of the page have loaded. It stores a button click
 * until React has hydrated, and shows the progress line. Otherwise the click would be lost, or
 * would submit a form to the address, including passwords. Only the last click counts, until
 * another click or input, and only if the same button still exists, is enabled and has the same
 * text. Forms with an `action` need no script.
 *
 * A button that opens a file chooser (`data-file`) does so at once with the nearest file input,
 * because later the browser would no longer treat it as a user action. The chosen file is stored
 * like other input.
 *
 * Typed or selected values are in the page, but React does not know them, and the next render would
 * remove them. The script sets the original value and then the typed value, so that React detects a
 * change. It replays field by field, because one field can depend on another. During input method
 * composition it waits for the end of the composition; Chromium does not mark that event as
 * trusted. No component listens to `auxclick`; as a click event, it makes React hydrate that part
 * of the page at once.
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
addEventListener('${HYDRATED_EVENT}',async()=>{
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
if(press&&Date.now()-press.at<${MAX_REPLAY_AGE_MS}&&able(press.one)&&press.one.textContent==press.words)press.one.click()
},{once:true})
})(document)`;
