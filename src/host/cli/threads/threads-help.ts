export const THREADS_HELP = `
Examples:
  troupe threads                       those of this folder, the newest first
  troupe threads --json --all          archived ones as well, one JSON object a line
  troupe threads search retry request  messages and answers that contain both words
  troupe threads show ID               a conversation as it was
  troupe threads rename ID New title
  troupe threads export ID -o chat.json
  troupe threads export ID --format markdown > chat.md
  troupe threads import chat.json
  troupe threads delete ID             to the trash: troupe threads restore ID takes it back
  troupe threads --deleted             what is in the trash
  troupe threads purge --all           deletes what is in the trash for good, after a question
  troupe threads adopt                 the conversations of this folder from before it was moved or renamed

An ID may be shortened to a beginning that no other one has. Nothing is ever deleted but by purge.
To continue a conversation: troupe --resume ID; the newest one: troupe --continue.
`;
