/** What `troupe grep --help` says of regular expressions. */
export const GREP_SYNTAX_HELP = String.raw`
Regular expressions are those of ripgrep (https://docs.rs/regex/latest/regex/#syntax):
  .  [a-z]  [^"]  [[:alpha:]]  [a-z&&[^aeiou]]  [\w--\d]     any character of a line, classes, and what is left of them
  \d  \s  \w  \D  \S  \W  \pL  \p{Han}  \P{Lu}              of Unicode, with (?-u) of ASCII
  ^  $  \A  \z  \b  \B  \<word\>  \b{start}  \b{end}         ends of lines and of words
  a|b  (a)  (?:a)  (?P<name>a)  *  +  ?  {2}  {2,}  {2,5}     alternatives, groups, repeats
  \x41  \x{1F600}  \u0041  \t                               characters by number
  (?i)  (?x)  (?i:a)                                         without case, with white space that means nothing

Besides, look-around, (?=a) (?!a) (?<=a) (?<!a), and backreferences, \1 \k<name>, work, and braces that repeat nothing
are what they are. Lines are searched one by one, so that no pattern matches over the end of one: \n is refused.
`;
