/** Passwords people choose first: sequences, keyboard walks, words and dates with digits. Lower case, 8 characters or more. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
!@#$%^&* !qaz2wsx 00001111 00002222 00003333 00004444 00005555 00006666 00007777 00008888
00009999 00112233 01020304 01234567 012345678 0123456789 01234567890 012345678901 10203040
11110000 11112222 11113333 11114444 11115555 11116666 11117777 11118888 11119999 11223344
112233445566 12121212 123123123 12341234 12344321 123454321 1234554321 12345678 123456789
1234567890 12345678901 123456789012 123456789a 12345678a 1234567a 123456aa 123456abc 1234qwer
123abc456 123qwe123 123qweasd 13131313 13145201 1314520520 135792468 1357924680 147258369
159357456 19491001 19800101 19801001 19810101 19811001 19820101 19821001 19830101 19831001
19840101 19841001 19850101 19851001 19860101 19861001 19870101 19871001 19880101 19881001
19890101 19891001 19900101 19901001 19910101 19911001 19920101 19921001 19930101 19931001
19940101 19941001 19950101 19951001 19960101 19961001 19970101 19971001 19980101 19981001
19990101 19991001 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qaz@wsx 1qazxsw2 20000101 20001001
20010101 20011001 20020101 20021001 20030101 20031001 20040101 20041001 20050101 20051001
20060101 20061001 20070101 20071001 20080101 20080808 20081001 20082008 20090101 20091001
20100101 20101001 22220000 22221111 22223333 22224444 22225555 22226666 22227777 22228888
22229999 246813579 33330000 33331111 33332222 33334444 33335555 33336666 33337777 33338888
33339999 44440000 44441111 44442222 44443333 44445555 44446666 44447777 44448888 44449999
52013140 520131400 5201314520 55550000 55551111 55552222 55553333 55554444 55556666 55557777
55558888 55559999 66660000 66661111 66662222 66663333 66664444 66665555 66667777 66668888
66669999 741852963 77585210 77770000 77771111 77772222 77773333 77774444 77775555 77776666
77778888 77779999 789456123 88880000 88881111 88882222 88883333 88884444 88885555 88886666
88887777 88889999 963852741 98765432 987654321 9876543210 98765432109 987654321098 99990000
99991111 99992222 99993333 99994444 99995555 99996666 99997777 99998888 a1234567 a12345678
a123456789 a1b2c3d4 aa123456 aaa123456 aabb1122 aabbccdd abc12345 abc123456 abc123abc abcabc#123
abcabc12 abcabc123 abcabc1234 abcabc12345 abcabc123456 abcabc123456789 abcabc1314 abcabc2024
abcabc2025 abcabc2026 abcabc520 abcabc666 abcabc888 abcabc@123 abcd1234 abcdefg1 abcdefgh
access#123 access12 access123 access1234 access12345 access123456 access123456789 access1314
access2024 access2025 access2026 access520 access666 access888 access@123 admin#123 admin123
admin1234 admin12345 admin123456 admin123456789 admin1314 admin2024 admin2025 admin2026 admin520
admin666 admin888 admin@123 administrator administrator! administrator#123 administrator1
administrator12 administrator123 administrator1234 administrator12345 administrator123456
administrator123456789 administrator1314 administrator2024 administrator2025 administrator2026
administrator520 administrator666 administrator888 administrator@123 aini1314 aini1314!
aini1314#123 aini13141 aini131412 aini1314123 aini13141234 aini131412345 aini1314123456
aini1314123456789 aini13141314 aini13142024 aini13142025 aini13142026 aini1314520 aini1314666
aini1314888 aini1314@123 alipay#123 alipay12 alipay123 alipay1234 alipay12345 alipay123456
alipay123456789 alipay1314 alipay2024 alipay2025 alipay2026 alipay520 alipay666 alipay888
alipay@123 arsenal! arsenal#123 arsenal1 arsenal12 arsenal123 arsenal1234 arsenal12345
arsenal123456 arsenal123456789 arsenal1314 arsenal2024 arsenal2025 arsenal2026 arsenal520
arsenal666 arsenal888 arsenal@123 as123456 asd123456 asdasd#123 asdasd12 asdasd123 asdasd1234
asdasd12345 asdasd123456 asdasd123456789 asdasd1314 asdasd2024 asdasd2025 asdasd2026 asdasd520
asdasd666 asdasd888 asdasd@123 asdf1234 asdfghjk asdfghjkl autumn#123 autumn12 autumn123
autumn1234 autumn12345 autumn123456 autumn123456789 autumn1314 autumn2024 autumn2025 autumn2026
autumn520 autumn666 autumn888 autumn@123 baobao#123 baobao12 baobao123 baobao1234 baobao12345
baobao123456 baobao123456789 baobao1314 baobao2024 baobao2025 baobao2026 baobao520 baobao666
baobao888 baobao@123 baseball baseball! baseball#123 baseball1 baseball12 baseball123
baseball1234 baseball12345 baseball123456 baseball123456789 baseball1314 baseball2024
baseball2025 baseball2026 baseball520 baseball666 baseball888 baseball@123 batman#123 batman12
batman123 batman1234 batman12345 batman123456 batman123456789 batman1314 batman2024 batman2025
batman2026 batman520 batman666 batman888 batman@123 beijing! beijing#123 beijing1 beijing12
beijing123 beijing1234 beijing12345 beijing123456 beijing123456789 beijing1314 beijing2024
beijing2025 beijing2026 beijing520 beijing666 beijing888 beijing@123 changeme changeme!
changeme#123 changeme1 changeme12 changeme123 changeme1234 changeme12345 changeme123456
changeme123456789 changeme1314 changeme2024 changeme2025 changeme2026 changeme520 changeme666
changeme888 changeme@123 charlie! charlie#123 charlie1 charlie12 charlie123 charlie1234
charlie12345 charlie123456 charlie123456789 charlie1314 charlie2024 charlie2025 charlie2026
charlie520 charlie666 charlie888 charlie@123 chelsea! chelsea#123 chelsea1 chelsea12 chelsea123
chelsea1234 chelsea12345 chelsea123456 chelsea123456789 chelsea1314 chelsea2024 chelsea2025
chelsea2026 chelsea520 chelsea666 chelsea888 chelsea@123 company! company#123 company1 company12
company123 company1234 company12345 company123456 company123456789 company1314 company2024
company2025 company2026 company520 company666 company888 company@123 computer computer!
computer#123 computer1 computer12 computer123 computer1234 computer12345 computer123456
computer123456789 computer1314 computer2024 computer2025 computer2026 computer520 computer666
computer888 computer@123 default! default#123 default1 default12 default123 default1234
default12345 default123456 default123456789 default1314 default2024 default2025 default2026
default520 default666 default888 default@123 dragon#123 dragon12 dragon123 dragon1234
dragon12345 dragon123456 dragon123456789 dragon1314 dragon2024 dragon2025 dragon2026 dragon520
dragon666 dragon888 dragon@123 football football! football#123 football1 football12 football123
football1234 football12345 football123456 football123456789 football1314 football2024
football2025 football2026 football520 football666 football888 football@123 freedom! freedom#123
freedom1 freedom12 freedom123 freedom1234 freedom12345 freedom123456 freedom123456789
freedom1314 freedom2024 freedom2025 freedom2026 freedom520 freedom666 freedom888 freedom@123
guangzhou guangzhou! guangzhou#123 guangzhou1 guangzhou12 guangzhou123 guangzhou1234
guangzhou12345 guangzhou123456 guangzhou123456789 guangzhou1314 guangzhou2024 guangzhou2025
guangzhou2026 guangzhou520 guangzhou666 guangzhou888 guangzhou@123 guest#123 guest123 guest1234
guest12345 guest123456 guest123456789 guest1314 guest2024 guest2025 guest2026 guest520 guest666
guest888 guest@123 hangzhou hangzhou! hangzhou#123 hangzhou1 hangzhou12 hangzhou123 hangzhou1234
hangzhou12345 hangzhou123456 hangzhou123456789 hangzhou1314 hangzhou2024 hangzhou2025
hangzhou2026 hangzhou520 hangzhou666 hangzhou888 hangzhou@123 hello#123 hello123 hello1234
hello12345 hello123456 hello123456789 hello1314 hello2024 hello2025 hello2026 hello520 hello666
hello888 hello@123 iloveyou iloveyou! iloveyou#123 iloveyou1 iloveyou12 iloveyou123 iloveyou1234
iloveyou12345 iloveyou123456 iloveyou123456789 iloveyou1314 iloveyou2024 iloveyou2025
iloveyou2026 iloveyou520 iloveyou666 iloveyou888 iloveyou@123 internet internet! internet#123
internet1 internet12 internet123 internet1234 internet12345 internet123456 internet123456789
internet1314 internet2024 internet2025 internet2026 internet520 internet666 internet888
internet@123 jennifer jennifer! jennifer#123 jennifer1 jennifer12 jennifer123 jennifer1234
jennifer12345 jennifer123456 jennifer123456789 jennifer1314 jennifer2024 jennifer2025
jennifer2026 jennifer520 jennifer666 jennifer888 jennifer@123 jordan#123 jordan12 jordan123
jordan1234 jordan12345 jordan123456 jordan123456789 jordan1314 jordan2024 jordan2025 jordan2026
jordan520 jordan666 jordan888 jordan@123 label#123 label123 label1234 label12345 label123456
label123456789 label1314 label2024 label2025 label2026 label520 label666 label888 label@123
laogong! laogong#123 laogong1 laogong12 laogong123 laogong1234 laogong12345 laogong123456
laogong123456789 laogong1314 laogong2024 laogong2025 laogong2026 laogong520 laogong666
laogong888 laogong@123 laopo#123 laopo123 laopo1234 laopo12345 laopo123456 laopo123456789
laopo1314 laopo2024 laopo2025 laopo2026 laopo520 laopo666 laopo888 laopo@123 letmein!
letmein#123 letmein1 letmein12 letmein123 letmein1234 letmein12345 letmein123456
letmein123456789 letmein1314 letmein2024 letmein2025 letmein2026 letmein520 letmein666
letmein888 letmein@123 lijie#123 lijie123 lijie1234 lijie12345 lijie123456 lijie123456789
lijie1314 lijie2024 lijie2025 lijie2026 lijie520 lijie666 lijie888 lijie@123 liverpool
liverpool! liverpool#123 liverpool1 liverpool12 liverpool123 liverpool1234 liverpool12345
liverpool123456 liverpool123456789 liverpool1314 liverpool2024 liverpool2025 liverpool2026
liverpool520 liverpool666 liverpool888 liverpool@123 liwei#123 liwei123 liwei1234 liwei12345
liwei123456 liwei123456789 liwei1314 liwei2024 liwei2025 liwei2026 liwei520 liwei666 liwei888
liwei@123 login#123 login123 login1234 login12345 login123456 login123456789 login1314 login2024
login2025 login2026 login520 login666 login888 login@123 longlong longlong! longlong#123
longlong1 longlong12 longlong123 longlong1234 longlong12345 longlong123456 longlong123456789
longlong1314 longlong2024 longlong2025 longlong2026 longlong520 longlong666 longlong888
longlong@123 manager! manager#123 manager1 manager12 manager123 manager1234 manager12345
manager123456 manager123456789 manager1314 manager2024 manager2025 manager2026 manager520
manager666 manager888 manager@123 master#123 master12 master123 master1234 master12345
master123456 master123456789 master1314 master2024 master2025 master2026 master520 master666
master888 master@123 michael! michael#123 michael1 michael12 michael123 michael1234 michael12345
michael123456 michael123456789 michael1314 michael2024 michael2025 michael2026 michael520
michael666 michael888 michael@123 mima#123 mima1234 mima12345 mima123456 mima123456789 mima1314
mima2024 mima2025 mima2026 mima@123 monkey#123 monkey12 monkey123 monkey1234 monkey12345
monkey123456 monkey123456789 monkey1314 monkey2024 monkey2025 monkey2026 monkey520 monkey666
monkey888 monkey@123 nihao#123 nihao123 nihao1234 nihao12345 nihao123456 nihao123456789
nihao1314 nihao2024 nihao2025 nihao2026 nihao520 nihao666 nihao888 nihao@123 office#123 office12
office123 office1234 office12345 office123456 office123456789 office1314 office2024 office2025
office2026 office520 office666 office888 office@123 p@ssw0rd p@ssw0rd! p@ssw0rd#123 p@ssw0rd1
p@ssw0rd12 p@ssw0rd123 p@ssw0rd1234 p@ssw0rd12345 p@ssw0rd123456 p@ssw0rd123456789 p@ssw0rd1314
p@ssw0rd2024 p@ssw0rd2025 p@ssw0rd2026 p@ssw0rd520 p@ssw0rd666 p@ssw0rd888 p@ssw0rd@123 p@ssword
p@ssword! p@ssword#123 p@ssword1 p@ssword12 p@ssword123 p@ssword1234 p@ssword12345
p@ssword123456 p@ssword123456789 p@ssword1314 p@ssword2024 p@ssword2025 p@ssword2026 p@ssword520
p@ssword666 p@ssword888 p@ssword@123 passw0rd passw0rd! passw0rd#123 passw0rd1 passw0rd12
passw0rd123 passw0rd1234 passw0rd12345 passw0rd123456 passw0rd123456789 passw0rd1314
passw0rd2024 passw0rd2025 passw0rd2026 passw0rd520 passw0rd666 passw0rd888 passw0rd@123 password
password! password#123 password1 password12 password123 password1234 password12345
password123456 password123456789 password1314 password2024 password2025 password2026 password520
password666 password888 password@123 poiuytrewq princess princess! princess#123 princess1
princess12 princess123 princess1234 princess12345 princess123456 princess123456789 princess1314
princess2024 princess2025 princess2026 princess520 princess666 princess888 princess@123
print#123 print123 print1234 print12345 print123456 print123456789 print1314 print2024 print2025
print2026 print520 print666 print888 print@123 printer! printer#123 printer1 printer12
printer123 printer1234 printer12345 printer123456 printer123456789 printer1314 printer2024
printer2025 printer2026 printer520 printer666 printer888 printer@123 q1w2e3r4 q1w2e3r4t5
qaz123456 qazwsxedc qwaszx12 qwe123456 qweasdzxc qweqwe#123 qweqwe12 qweqwe123 qweqwe1234
qweqwe12345 qweqwe123456 qweqwe123456789 qweqwe1314 qweqwe2024 qweqwe2025 qweqwe2026 qweqwe520
qweqwe666 qweqwe888 qweqwe@123 qwer1234 qwerasdf qwerty123 qwertyui qwertyuiop qwertyuiop123
root#123 root1234 root12345 root123456 root123456789 root1314 root2024 root2025 root2026
root@123 samsung! samsung#123 samsung1 samsung12 samsung123 samsung1234 samsung12345
samsung123456 samsung123456789 samsung1314 samsung2024 samsung2025 samsung2026 samsung520
samsung666 samsung888 samsung@123 secret#123 secret12 secret123 secret1234 secret12345
secret123456 secret123456789 secret1314 secret2024 secret2025 secret2026 secret520 secret666
secret888 secret@123 server#123 server12 server123 server1234 server12345 server123456
server123456789 server1314 server2024 server2025 server2026 server520 server666 server888
server@123 shadow#123 shadow12 shadow123 shadow1234 shadow12345 shadow123456 shadow123456789
shadow1314 shadow2024 shadow2025 shadow2026 shadow520 shadow666 shadow888 shadow@123 shanghai
shanghai! shanghai#123 shanghai1 shanghai12 shanghai123 shanghai1234 shanghai12345
shanghai123456 shanghai123456789 shanghai1314 shanghai2024 shanghai2025 shanghai2026 shanghai520
shanghai666 shanghai888 shanghai@123 shenzhen shenzhen! shenzhen#123 shenzhen1 shenzhen12
shenzhen123 shenzhen1234 shenzhen12345 shenzhen123456 shenzhen123456789 shenzhen1314
shenzhen2024 shenzhen2025 shenzhen2026 shenzhen520 shenzhen666 shenzhen888 shenzhen@123
spring#123 spring12 spring123 spring1234 spring12345 spring123456 spring123456789 spring1314
spring2024 spring2025 spring2026 spring520 spring666 spring888 spring@123 starwars starwars!
starwars#123 starwars1 starwars12 starwars123 starwars1234 starwars12345 starwars123456
starwars123456789 starwars1314 starwars2024 starwars2025 starwars2026 starwars520 starwars666
starwars888 starwars@123 summer#123 summer12 summer123 summer1234 summer12345 summer123456
summer123456789 summer1314 summer2024 summer2025 summer2026 summer520 summer666 summer888
summer@123 sunshine sunshine! sunshine#123 sunshine1 sunshine12 sunshine123 sunshine1234
sunshine12345 sunshine123456 sunshine123456789 sunshine1314 sunshine2024 sunshine2025
sunshine2026 sunshine520 sunshine666 sunshine888 sunshine@123 superman superman! superman#123
superman1 superman12 superman123 superman1234 superman12345 superman123456 superman123456789
superman1314 superman2024 superman2025 superman2026 superman520 superman666 superman888
superman@123 system#123 system12 system123 system1234 system12345 system123456 system123456789
system1314 system2024 system2025 system2026 system520 system666 system888 system@123 taobao#123
taobao12 taobao123 taobao1234 taobao12345 taobao123456 taobao123456789 taobao1314 taobao2024
taobao2025 taobao2026 taobao520 taobao666 taobao888 taobao@123 test#123 test1234 test12345
test123456 test123456789 test1314 test2024 test2025 test2026 test@123 tiantian tiantian!
tiantian#123 tiantian1 tiantian12 tiantian123 tiantian1234 tiantian12345 tiantian123456
tiantian123456789 tiantian1314 tiantian2024 tiantian2025 tiantian2026 tiantian520 tiantian666
tiantian888 tiantian@123 trustno1 trustno1! trustno1#123 trustno11 trustno112 trustno1123
trustno11234 trustno112345 trustno1123456 trustno1123456789 trustno11314 trustno12024
trustno12025 trustno12026 trustno1520 trustno1666 trustno1888 trustno1@123 user#123 user1234
user12345 user123456 user123456789 user1314 user2024 user2025 user2026 user@123 wangfang
wangfang! wangfang#123 wangfang1 wangfang12 wangfang123 wangfang1234 wangfang12345
wangfang123456 wangfang123456789 wangfang1314 wangfang2024 wangfang2025 wangfang2026 wangfang520
wangfang666 wangfang888 wangfang@123 wangwei! wangwei#123 wangwei1 wangwei12 wangwei123
wangwei1234 wangwei12345 wangwei123456 wangwei123456789 wangwei1314 wangwei2024 wangwei2025
wangwei2026 wangwei520 wangwei666 wangwei888 wangwei@123 wangyi#123 wangyi12 wangyi123
wangyi1234 wangyi12345 wangyi123456 wangyi123456789 wangyi1314 wangyi2024 wangyi2025 wangyi2026
wangyi520 wangyi666 wangyi888 wangyi@123 wechat#123 wechat12 wechat123 wechat1234 wechat12345
wechat123456 wechat123456789 wechat1314 wechat2024 wechat2025 wechat2026 wechat520 wechat666
wechat888 wechat@123 weixin#123 weixin12 weixin123 weixin1234 weixin12345 weixin123456
weixin123456789 weixin1314 weixin2024 weixin2025 weixin2026 weixin520 weixin666 weixin888
weixin@123 welcome! welcome#123 welcome1 welcome12 welcome123 welcome1234 welcome12345
welcome123456 welcome123456789 welcome1314 welcome2024 welcome2025 welcome2026 welcome520
welcome666 welcome888 welcome@123 whatever whatever! whatever#123 whatever1 whatever12
whatever123 whatever1234 whatever12345 whatever123456 whatever123456789 whatever1314
whatever2024 whatever2025 whatever2026 whatever520 whatever666 whatever888 whatever@123
winter#123 winter12 winter123 winter1234 winter12345 winter123456 winter123456789 winter1314
winter2024 winter2025 winter2026 winter520 winter666 winter888 winter@123 woaini#123 woaini12
woaini123 woaini1234 woaini12345 woaini123456 woaini123456789 woaini1314 woaini1314!
woaini1314#123 woaini13141 woaini131412 woaini1314123 woaini13141234 woaini131412345
woaini1314123456 woaini1314123456789 woaini13141314 woaini13142024 woaini13142025 woaini13142026
woaini1314520 woaini1314666 woaini1314888 woaini1314@123 woaini2024 woaini2025 woaini2026
woaini520 woaini520! woaini520#123 woaini5201 woaini52012 woaini520123 woaini5201234
woaini52012345 woaini520123456 woaini520123456789 woaini5201314 woaini5202024 woaini5202025
woaini5202026 woaini520520 woaini520666 woaini520888 woaini520@123 woaini666 woaini888
woaini@123 woaiwojia woaiwojia! woaiwojia#123 woaiwojia1 woaiwojia12 woaiwojia123 woaiwojia1234
woaiwojia12345 woaiwojia123456 woaiwojia123456789 woaiwojia1314 woaiwojia2024 woaiwojia2025
woaiwojia2026 woaiwojia520 woaiwojia666 woaiwojia888 woaiwojia@123 wodemima wodemima!
wodemima#123 wodemima1 wodemima12 wodemima123 wodemima1234 wodemima12345 wodemima123456
wodemima123456789 wodemima1314 wodemima2024 wodemima2025 wodemima2026 wodemima520 wodemima666
wodemima888 wodemima@123 woshishui woshishui! woshishui#123 woshishui1 woshishui12 woshishui123
woshishui1234 woshishui12345 woshishui123456 woshishui123456789 woshishui1314 woshishui2024
woshishui2025 woshishui2026 woshishui520 woshishui666 woshishui888 woshishui@123 xiaoming
xiaoming! xiaoming#123 xiaoming1 xiaoming12 xiaoming123 xiaoming1234 xiaoming12345
xiaoming123456 xiaoming123456789 xiaoming1314 xiaoming2024 xiaoming2025 xiaoming2026 xiaoming520
xiaoming666 xiaoming888 xiaoming@123 xyz12345 yunbiao! yunbiao#123 yunbiao1 yunbiao12 yunbiao123
yunbiao1234 yunbiao12345 yunbiao123456 yunbiao123456789 yunbiao1314 yunbiao2024 yunbiao2025
yunbiao2026 yunbiao520 yunbiao666 yunbiao888 yunbiao@123 zaq12wsx zhangjie zhangjie!
zhangjie#123 zhangjie1 zhangjie12 zhangjie123 zhangjie1234 zhangjie12345 zhangjie123456
zhangjie123456789 zhangjie1314 zhangjie2024 zhangjie2025 zhangjie2026 zhangjie520 zhangjie666
zhangjie888 zhangjie@123 zhangwei zhangwei! zhangwei#123 zhangwei1 zhangwei12 zhangwei123
zhangwei1234 zhangwei12345 zhangwei123456 zhangwei123456789 zhangwei1314 zhangwei2024
zhangwei2025 zhangwei2026 zhangwei520 zhangwei666 zhangwei888 zhangwei@123 zhongguo zhongguo!
zhongguo#123 zhongguo1 zhongguo12 zhongguo123 zhongguo1234 zhongguo12345 zhongguo123456
zhongguo123456789 zhongguo1314 zhongguo2024 zhongguo2025 zhongguo2026 zhongguo520 zhongguo666
zhongguo888 zhongguo@123 zxc123456 zxcvbnm123 zxczxc#123 zxczxc12 zxczxc123 zxczxc1234
zxczxc12345 zxczxc123456 zxczxc123456789 zxczxc1314 zxczxc2024 zxczxc2025 zxczxc2026 zxczxc520
zxczxc666 zxczxc888 zxczxc@123
`
    .trim()
    .split(/\s+/),
);
