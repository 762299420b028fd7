#!/bin/sh
# compose.yaml 里的 nginx 用：把 nginx.conf 里的域名、云标的地址和日志换成容器里的，再启动 nginx。
# DOMAIN：网站的域名；SITE：云标的地址和端口；SITE2：第二台的，只有一台时不写。
set -eu
: "${DOMAIN:?没有写 DOMAIN：网站的域名}" "${SITE:?没有写 SITE：云标的地址和端口}"
second=
if [ -n "${SITE2:-}" ]; then
  second="s/# zone yunbiao/zone yunbiao/; s/# server 10\\.0\\.0\\.2:3000 /server $SITE2 /"
fi
sed -e "s/labels\.example\.com/$DOMAIN/g" \
  -e "s/server 127\.0\.0\.1:3000 /server $SITE /" \
  -e "$second" \
  -e 's#access_log [^ ]*#access_log /dev/stdout#' \
  "${YUNBIAO_NGINX_CONF:-/yunbiao/nginx.conf}" >"${NGINX_CONF_D:-/etc/nginx/conf.d}/default.conf"
exec nginx -g 'daemon off;'
