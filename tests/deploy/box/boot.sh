#!/bin/sh
# Boots the systemd of the Debian root $1 in namespaces of its own, without a network but a loopback. $2 is a folder for
# its control group. Needs root. It ends when its first process is killed.
set -eu
root=$1 group=$2
if [ "${3:-}" != inside ]; then
  mount --make-rprivate /
  mkdir -p "$group"
  mount -t cgroup2 cgroup2 "$group"
  mkdir "$group/siradaki-box-$$"
  echo $$ > "$group/siradaki-box-$$/cgroup.procs"
  exec unshare --mount --pid --net --uts --ipc --cgroup --fork --kill-child "$0" "$root" "$group" inside
fi
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
for stream in 0:stdin 1:stdout 2:stderr; do
  ln -s "/proc/self/fd/${stream%:*}" "$root/dev/${stream#*:}"
done
ip link set lo up
# Not chroot: a process in one may not make user namespaces, which the sandbox of the service does.
cd "$root"
mkdir -p mnt/outside
pivot_root . mnt/outside
umount --lazy /mnt/outside
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /sbin/init --log-target=null
