/** English words that occur in every question, and words that ask for code in general. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a able about above actually after again all also always am an and any anything are aren't around as at away be
  because been before behind being below between both but by called can can't cannot code codebase come could couldn't
  did didn't do does doesn't doing done don't down during each either else ever every everything exactly explain far few
  file files find first for from function get gets give given go goes going got had handle handled handles handling
  happen happens has have having he help her here hers him his how however i if in inside instead into is isn't it it's
  its itself just keep kept kind know last let like line lines list look looks made make makes many may me mean means
  might mine more most much must my need needs never new next no nor not nothing now of off on once one only onto or
  other others our out over own part please program project put rather really repo repository same say says see
  shall she should show since so some something sort still such take takes tell than that that's the their them then
  there these they thing things this those though through thus to together too toward under until up upon us use used
  uses using very want was way we well went were what what's whatever when where whether which while who whom whose why
  will with within without won't work works would yes yet you your`.split(/\s+/),
);
