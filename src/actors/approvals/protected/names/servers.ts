import type { NameGroup } from './name-row.js';

const FORGES = '.github .gitea .forgejo'.split(' ');

/** Definitions of builds that run on servers, with the keys that are kept there. */
export const SERVERS: NameGroup = {
  what: 'what a build server runs',
  rows: [
    {
      names: FORGES.flatMap((forge) => [`${forge}/workflows`, `${forge}/actions`]).join(' '),
      readBy: 'the actions of GitHub, Gitea and Forgejo, with the next push',
    },
    { names: '.gitlab-ci.yml .gitlab-ci.yaml .gitlab', readBy: 'GitLab, with the next push' },
    { names: '.circleci', readBy: 'CircleCI, with the next push' },
    { names: '.travis.yml', readBy: 'Travis, with the next push' },
    { names: '.drone.yml .drone.yaml', readBy: 'Drone, with the next push' },
    { names: '.buildkite', readBy: 'Buildkite, with the next push' },
    { names: '.woodpecker .woodpecker.yml .woodpecker.yaml', readBy: 'Woodpecker, with the next push' },
    { names: '.teamcity', readBy: 'TeamCity, with the next push' },
    { names: 'appveyor.yml .appveyor.yml', readBy: 'AppVeyor, with the next push' },
    { names: 'bitbucket-pipelines.yml', readBy: 'Bitbucket, with the next push' },
    { names: '.cirrus.yml .cirrus.star', readBy: 'Cirrus, with the next push' },
    { names: '.cirun.yml', readBy: 'Cirun, which starts machines by it' },
    { names: '.semaphore', readBy: 'Semaphore, with the next push' },
    { names: 'wercker.yml', readBy: 'Wercker, with the next push' },
    { names: 'jenkinsfile*', readBy: 'Jenkins, with the next push' },
    { names: 'azure-pipelines* .azure-pipelines* .azure', readBy: 'Azure, with the next push' },
    { names: 'cloudbuild.yaml cloudbuild.yml', readBy: 'Google Cloud Build, with the next push' },
    { names: 'buildspec.yml buildspec.yaml', readBy: 'AWS CodeBuild, with the next push' },
    { names: 'netlify.toml', readBy: 'Netlify, with the next push' },
    { names: 'vercel.json', readBy: 'Vercel, with the next push' },
    { names: '.gitpod.yml .gitpod.dockerfile', readBy: 'Gitpod, when the project is opened' },
  ],
};

/** Who must approve a change, and which changes a server makes itself. */
export const OWNERS: NameGroup = {
  what: 'what a server that holds the repository obeys',
  rows: [
    {
      names: FORGES.flatMap((forge) =>
        'dependabot.yml dependabot.yaml codeowners renovate.json renovate.json5 settings.yml'
          .split(' ')
          .map((name) => `${forge}/${name}`),
      ).join(' '),
      readBy: 'the server, with the next push: owners, updates of packages',
    },
    { names: 'codeowners docs/codeowners', readBy: 'GitHub and GitLab, with the next pull request' },
    {
      names: 'renovate.json renovate.json5 .renovaterc .renovaterc.*',
      readBy: 'Renovate, which changes packages by it',
    },
    { names: '.mergify.yml', readBy: 'Mergify, which merges by it' },
  ],
};
