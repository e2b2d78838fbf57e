export const REPLAY_HELP = `
Examples:
  troupe replay ID                     runs its turns again, and says whether each entry comes out the same
  troupe replay ID --entries           a line for each entry; "=": made again, all others came from outside
  troupe replay ID --until 41          up to entry 41, and where the turn is then
  troupe replay report.json            of a file that "troupe threads export" or "troupe report" wrote
  troupe replay ID --from 41 --into ../copy --model NAME    goes on behind entry 41 with another model, in a copy

What came from outside is taken from the conversation: what the model replied, what tools returned, what you answered, the
time, the ids. All that Troupe made of it is made again and compared: which calls ran and in what order, what was asked,
what the model was told, how the turn ended. Nothing is sent, run or written. Exit code 6: a turn went another way.

With --from, the workspace is copied to the folder of --into, ignored files and .git included. Files that the conversation
has changed become there what they were at that entry; all others are as they are now. The turn goes on there as "troupe
run --resume" would, in a copy of the conversation; the workspace and the conversation stay as they are.
`;

export const REPORT_HELP = `
Examples:
  troupe report                        the newest conversation of this folder, to a new file here
  troupe report ID -o report.json      another one, to another file

The report is the conversation as "troupe threads export" writes it, without keys: those of your models, values of variables
whose names say that they are secret, and whatever has the form of a key. Names, texts of files and output of commands stay:
read it before you give it away. Nothing is sent. "troupe replay report.json" runs it anywhere.
`;
