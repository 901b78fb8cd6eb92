# Runs $TESTS by pytest and $PROGRAMS by `cutedsl check`, all checked; the exit status says whether anything was found.
set -uo pipefail
status=0
if [ -n "${TESTS:-}" ]; then
  python -m pytest $TESTS --cutedsl-check --cutedsl-coverage --cutedsl-sarif "${SARIF:-cutedsl.sarif}" || status=1
fi
for program in ${PROGRAMS:-}; do
  echo "cutedsl check $program"
  python -m cutedsl check "$program" || status=1
done
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  if [ $status = 0 ]; then echo "The checker found nothing in the kernels."; else echo "The checker found bugs, or tests fail: see the log."; fi >> "$GITHUB_STEP_SUMMARY"
fi
exit $status
