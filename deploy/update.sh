#!/bin/sh
# 更新云标：在旁边取一份、构建好，再换过去。换的几秒里请求排队，不失败。由 root 运行。
# 用法：update.sh [分支、标签或提交]，不写是现在这个分支最新的。打断了，再运行一次就接着做。
set -eu
umask 022
link=${YUNBIAO_HOME:-/opt/yunbiao}
settings=${YUNBIAO_SETTINGS:-/etc/yunbiao.env}
compiled=${YUNBIAO_COMPILED:-/var/cache/yunbiao}
releases=$link-releases
# 上一次开起来的版本。没有写在这里的，换过去了也还要再启动一次。
started=$releases/.started
kept=3

say() { printf '[云标] %s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

exec 9>"$link.lock"
flock -n 9 || fail '另一个 update.sh 正在更新'

mkdir -p "$releases"
# 第一次：原来的文件夹成为第一个版本。正开着的云标用的是同样的路径，不受影响。
first=$releases/first
if [ ! -e "$link" ] && [ -d "$first" ]; then ln -sfn -- "$first" "$link"; fi
[ -d "$link" ] || fail "没有 $link：先照 docs/operations.md 装起来"
if [ ! -L "$link" ]; then
  trap '' INT TERM HUP
  mv -T -- "$link" "$first"
  ln -s -- "$first" "$link"
  trap - INT TERM HUP
fi
old=$(readlink -f -- "$link")

git() { command git -c safe.directory='*' "$@"; }
git -C "$old" fetch --quiet --tags origin
branch=$(git -C "$old" symbolic-ref --quiet --short HEAD || true)
wanted=${1:-$branch}
[ -n "$wanted" ] || fail '现在用的不是一个分支，要写明更新到哪里：update.sh <分支、标签或提交>'
commit=$(git -C "$old" rev-parse --verify --quiet "origin/$wanted^{commit}" ||
  git -C "$old" rev-parse --verify --quiet "$wanted^{commit}") || fail "没有找到 $wanted"
name=$(git -C "$old" rev-parse --short=12 "$commit")
new=$releases/$name
# 装的时候构建好的那一份就是要的版本，不用再取一份。
if [ "$(git -C "$old" rev-parse HEAD)" = "$commit" ]; then new=$old; fi

if [ "$new" = "$old" ] && [ -e "$new/apps/site/dist/.built-from" ] &&
  { [ ! -e "$started" ] || [ "$(cat "$started")" = "$new" ]; }; then
  say "已经是这个版本：$name"
  exit 0
fi

rm -rf -- "$releases"/*.part
if [ ! -e "$new/apps/site/dist/.built-from" ]; then
  say "正在构建 $name，网站照常开着 …"
  if [ "$new" = "$old" ]; then
    # 只取了新的源文件、没有构建：正开着的云标不再读这个文件夹里的网页。
    (cd "$new" && npm run build)
  else
    part=$new.part
    git clone --quiet --no-checkout --reference-if-able "$old" --dissociate -- \
      "$(git -C "$old" remote get-url origin)" "$part"
    git -C "$part" fetch --quiet --tags "$old" "$commit" 2>/dev/null || true
    if git -C "$part" rev-parse --verify --quiet "origin/$wanted^{commit}" >/dev/null; then
      git -C "$part" checkout --quiet -B "$wanted" --track "origin/$wanted"
      git -C "$part" reset --quiet --hard "$commit"
    else
      git -C "$part" checkout --quiet --detach "$commit"
    fi
    (cd "$part" && npm run build)
    rm -rf -- "$new"
    mv -T -- "$part" "$new"
  fi
fi

if systemctl cat yunbiao-backup.service >/dev/null 2>&1; then
  say '正在备份 …'
  systemctl start yunbiao-backup.service
fi

touch -- "$old"
ln -sfn -- "$new" "$link.next"
mv -T -- "$link.next" "$link"
rm -rf -- "${compiled:?}"/*
systemctl restart yunbiao.service

port=$(sed -n "s/^PORT=['\"]\{0,1\}\([0-9]*\).*/\1/p" "$settings" | tail -n 1)
ready="http://127.0.0.1:${port:-3000}/readyz"
if ! "$link/node_modules/.bin/node" -e '
  const ask = async () => {
    const until = Date.now() + 120_000;
    for (;;) {
      const reply = await fetch(process.argv[1], { signal: AbortSignal.timeout(60_000) }).catch(() => null);
      if (reply?.ok) return;
      if (Date.now() > until) process.exit(1);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };
  ask();
' "$ready"; then
  fail "新版本没有开起来：journalctl -u yunbiao -n 20 看原因，改好了再运行一次 update.sh。
旧版本在 $old；表没有变的话（docs/upgrades.md），可以换回去：
  ln -sfn $old $link && systemctl restart yunbiao"
fi
printf '%s\n' "$new" >"$started"
say "已经是 $name"

# 只留最近的三个；正用着的、刚才那个、装的时候那个（里面也许有自己放的文件）一定留着。
touch -- "$new"
ls -1dt -- "$releases"/*/ | tail -n "+$((kept + 1))" | while read -r outdated; do
  outdated=${outdated%/}
  case $outdated in "$new" | "$old" | "$first") ;; *) rm -rf -- "$outdated" ;; esac
done
