# SPDX-License-Identifier: Apache-2.0
# Sourced. Runs steps of a script beside its others, each in a process group of its own, and keeps what they print: it
# would drown in the output of the others.

beside="$(mktemp -d)"
# The process groups of the steps that may be running, by their names.
declare -A beside_groups=()

# begin NAME COMMAND...: starts a step.
begin() {
  set -m
  "${@:2}" </dev/null >"$beside/$1" 2>&1 &
  beside_groups[$1]=$!
  set +m
}

# finish NAME: waits for the end of a step, shows its output, and has its status.
finish() {
  local status=0
  wait "${beside_groups[$1]}" || status=$?
  unset "beside_groups[$1]"
  cat "$beside/$1"
  return "$status"
}

# end_steps [NAME]: ends the steps that were not waited for, but waits for the one of a name. Called at the end of a
# script, also after a failure: nothing goes on then, and what the steps have printed is shown.
end_steps() {
  local name
  for name in "${!beside_groups[@]}"; do
    [ "$name" = "${1:-}" ] || kill -- "-${beside_groups[$name]}" 2>/dev/null || true
    wait "${beside_groups[$name]}" || true
    cat "$beside/$name"
  done
  rm -rf "$beside"
}
