#!/bin/sh
# Installs the field kit from the folder that this script lies in, without internet; again, it upgrades.
set -eu
umask 022

usage() {
    cat <<'END'
usage: ./install.sh [--prefix DIR] [--python PROGRAM] [--system-packages] [--no-services] [OPTIONS]

Makes DIR/.venv (/opt/fieldkit/.venv), puts the kit into it and runs `fieldkit install OPTIONS`:
--hotspot NAME --country DE, --settings FILE, --dry-run and more, see `fieldkit install --help`.

  --python PROGRAM    the Python to use (python3)
  --system-packages   let the kit use the system's Python packages; on a Pi it always does
  --no-services       only the kit; `fieldkit install` can be run later
END
}

refuse() {
    echo "$1" >&2
    exit 1
}

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
prefix=/opt/fieldkit
python=python3
shared=''
services=yes
while [ $# -gt 0 ]; do
    case $1 in
        --prefix) prefix=${2:?--prefix needs a folder} && shift 2 ;;
        --python) python=${2:?--python needs a program} && shift 2 ;;
        --system-packages) shared=--system-site-packages && shift ;;
        --no-services) services='' && shift ;;
        --help | -h) usage && exit 0 ;;
        *) break ;;
    esac
done
if grep -qs 'Raspberry Pi' /proc/device-tree/model; then shared=--system-site-packages; fi
environment=$prefix/.venv

if [ -n "$services" ] && [ "$(id -u)" != 0 ]; then
    refuse "Installing needs root: sudo $0"
fi

if systemctl show --property=ExecStart fieldkit-referee.service 2>/dev/null | grep -qsF "$environment/" &&
    systemctl is-active --quiet fieldkit.target; then
    refuse "The kit runs. Between matches stop it, then run this again: systemctl stop fieldkit.target"
fi

echo "Is the archive whole?"
(cd "$here" && sha256sum --check --quiet --strict SHA256SUMS) ||
    refuse "The archive is damaged: copy and unpack it again."

echo "Are there wheels for this machine?"
command -v "$python" >/dev/null || refuse "There is no $python here: apt-get install python3 python3-venv"
kind=$("$python" -c 'import platform as p, sys
print(p.machine() if sys.maxsize > 2**32 else "32-bit", "%d.%d" % sys.version_info[:2])') ||
    refuse "$python is no Python that runs here."
grep -qxF "$kind" "$here/kinds.txt" ||
    refuse "This machine is $kind; the archive has wheels for $(paste -sd, "$here/kinds.txt" | sed 's/,/, /g')."

has() {
    case $1 in
        *.so.*) "$python" -c "import ctypes; ctypes.CDLL('$1')" 2>/dev/null ;;
        *) "$python" -c "import importlib.util as u, sys; sys.exit(u.find_spec('$1') is None)" ;;
    esac
}
needed='' better='' standing=''
has ensurepip || needed=' python3-venv'
while read -r machine version weight package module; do
    [ "$machine $version" = "$kind" ] || continue
    if has "$module"; then
        case $module in *.so.*) ;; *) standing="$standing $module" ;; esac
        continue
    fi
    case $weight in
        needed) needed="$needed $package" ;;
        *) better="$better $package" ;;
    esac
done <"$here/debian.txt"
[ -z "$needed" ] || refuse "Missing from Debian:$needed. With internet, once: apt-get install -y$needed$better"
if [ -n "$better" ]; then
    echo "Without Debian's$better the scoreboard draws on a desktop only, not on the bare screen."
    echo "With internet: apt-get install -y$better, then run this again."
fi

echo "The kit goes into $environment"
if [ -x "$environment/bin/python" ] && "$environment/bin/python" -c 'import sys
sys.exit("%d.%d" % sys.version_info[:2] != sys.argv[1])' "${kind#* }" 2>/dev/null; then
    "$python" -m venv $shared "$environment"
else
    "$python" -m venv --clear $shared "$environment"
fi
if [ -n "$shared" ] && [ -n "$standing" ]; then
    # A wheel from before Debian's package was there would stand in its way.
    # shellcheck disable=SC2086
    "$environment/bin/python" -m pip uninstall --quiet --disable-pip-version-check --yes $standing 2>/dev/null || true
fi
wheel=$(basename "$here"/wheels/fieldkit-*.whl)
version=${wheel#fieldkit-}
extras=$(cat "$here/extras.txt")
install_wheels() {
    PIP_CONFIG_FILE=/dev/null "$environment/bin/python" -m pip install --quiet --disable-pip-version-check \
        --no-index --find-links "$here/wheels" "$@"
}
install_wheels "fieldkit$extras==${version%%-*}"
# A kit of the same number may have been made again.
install_wheels --no-deps --force-reinstall "fieldkit==${version%%-*}"

if [ -z "$services" ]; then
    echo "Done: $environment/bin/fieldkit run starts the kit; fieldkit install makes it services."
    exit 0
fi
"$environment/bin/fieldkit" install "$@"
