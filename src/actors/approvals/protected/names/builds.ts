import type { NameGroup } from './name-row.js';

/** What builds obey although no command names it, and what is not seen in the file that describes the build. */
export const BUILDS: NameGroup = {
  what: 'a setting of builds, which can run programs',
  rows: [
    { names: '.mvn', readBy: 'maven, with every build: extensions, options of java, the wrapper' },
    { names: '.mavenrc', readBy: 'maven, which runs it, from the home folder' },
    { names: 'gradle.properties', readBy: 'gradle, with every build: options of java, its program' },
    { names: 'gradle/wrapper', readBy: '`gradlew`, which downloads and runs what it names' },
    { names: 'init.gradle* .gradle/init.d .gradle/gradle.properties', readBy: 'gradle, before every build' },
    {
      names: '.gradle',
      readBy: 'gradle, with every build: what it kept of the last one',
      isWrittenByTools: true,
    },
    { names: '.sbtopts .jvmopts', readBy: 'sbt, with every build: options of java' },
    { names: 'ansible.cfg', readBy: 'ansible, when it starts there: plugins that it runs' },
    { names: '.bazelrc .bazelversion', readBy: 'bazel, with every build: options and the program itself' },
  ],
};
