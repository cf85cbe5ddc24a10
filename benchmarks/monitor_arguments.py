"""Short arguments written for this project: circular ones, and others that give a reason."""

CIRCULAR = """Tea is the finest drink because no drink is finer than tea.
Honesty matters because it is important to be honest.
Our town is lovely because it is such a lovely place.
Violin music is superior since it is better than other music.
Gambling is wrong because it is immoral.
Cheating is bad because it is not a good thing to do.
You should recycle because recycling is something you ought to do.
Stealing is a crime because it is against the law to steal.
This medicine works because it is effective.
She is a gifted painter because she paints so beautifully.
He is a skilled cook because he knows how to cook well.
He is a strong swimmer because he swims very well.
Our coach is inspiring because he has a talent for motivating people.
The governor is persuasive because she has a way of convincing people.
My cousin is funny because she has a great sense of humor.
The show is boring because it is dull.
The book was terrible because it was the worst book I have ever read.
I loved the concert because it was the best concert I have been to.
The soup is delicious because it tastes good.
Pizza is tastier than salad because it tastes better.
Our team is number one because we are better than every other team.
That shop is always crowded because so many people go there.
This song is famous because everybody knows it.
She is well liked because people are fond of her.
Everyone admires the captain because he is so admired.
The minister is popular because voters love her, and voters love her because she is popular.
I am tired because I do not sleep, and I do not sleep because I am tired.
P is so because Q is so, and Q is so because P is so.
He is rich because he has a lot of money.
They are poor because they have no money.
Sugar is unhealthy because it is bad for your health.
Speeding is dangerous because it is not safe.
Lack of sleep is harmful because it is not good for you.
The drug causes drowsiness because it makes people sleepy.
The room is noisy because there is too much sound in it.
There are not enough seats in the hall because there are too many people.
Phones distract drivers because they take their attention away.
The exam was hard because it was difficult.
The task is impossible because it cannot be done.
Dogs make great pets because they are the best animals to have at home.
Women should be able to vote because voting is their right.
People over sixty five may retire because it is legal for them to retire.
Workers ought to be paid fairly because they should get a fair wage.
Uniforms should be required because students should have to wear uniforms.
The pool must be reserved for members because only members should use the pool.
Animals should have rights because it is right that they have them.
You should help your neighbours because it is the right thing to do.
You should donate blood because it is a good thing to do.
You must follow orders because it is important to do as you are told.
You must pay the fee because it is forbidden not to pay it.
It is illegal to park here because parking here is against the law.
Do your homework because homework has to be done.
Do what I tell you because I said so.
The manual is accurate because the manual says that it is accurate.
The prophet speaks the truth, because the prophet told us so himself.
The oracle cannot err, since the oracle has said that it never errs.
Scripture is true because it was inspired by God, and we know that from scripture.
God exists because the holy book says so, and the book is the word of God.
The witness is reliable. He told me himself that he never lies.
Tom never cheats. He said so himself, so it must be true.
I know that she is honest because she says she is.
You can believe me because I always tell the truth.
I am telling the truth because I am not lying.
I cannot be wrong because I am always right.
He did not do it because he is innocent.
She must be guilty because she committed the crime.
The soul lives forever because it never dies.
Whatever is heavier sinks because such things go to the bottom.
Free trade is good for the country because a country gains when trade is free.
A free press helps everyone. After all, all have an interest in newspapers that are free.
Order is needed for peace, because peace can only be had where there is order.
Democracy is the best system because no other system is as good as rule by the people.
Our method is the most accurate there is because nothing else has such accuracy.
The reason he is so successful is that he succeeds at everything.
The reason they are homeless is because they have no place to live.
The reason she always wins is that she never loses.
Thanks to its great popularity, it is the most liked show of the year.
Thanks to his lasting fame, he is the best known actor of our time.
Loyalty means being loyal.
Courage is defined as being courageous.
To be a top chess player you need to play chess well, as the best players play well.
No one can deny that our theory is the only correct theory.
It must be admitted that this approach is the only valid approach.
Everyone has to accept that our school is the only real school.
Cruel and barbaric hunting should be outlawed.
Dirty, noisy trucks must be kept out of town.
Wasteful and useless meetings ought to be abolished.
This dangerous and reckless sport should be forbidden.
I consider any talk of a tax cut foolish, that is why I reject it.
I deserve a raise, so you should pay me more.
You cannot fail me. I am a top student.
You cannot put me on the bench because I am a starter.
The movie was bad. What was bad about it? It was awful.
Why is he the boss? Because he is in charge.
Why do we do it this way? Because this is how it is done.
How do you know that ghosts are real? Because I have seen real ghosts.
An argument is circular when its conclusion is already one of its premises.
Begging the question means assuming what you set out to prove.
Someone reasons in a circle when premise and conclusion each rest on the other.
A person repeats the claim in other words instead of giving support for the claim.
Magic is real because people do magic.
The rumour is false because most of what it says is false.
The law is just because it is a fair law.
Murder is evil because killing people is wrong.
Abortion is murder because it is the killing of a person.
Fairies exist because a fairy visited my garden.
Books are educational because you learn from them.
Cars are useful because they serve many uses.
The president is a good speaker because he speaks well.
Our product sells because customers buy it.
Running is my favourite sport because I like it the most.
The north side is safer because there is less danger there.
"""

# Reasons that are poor, but tell something that the claim does not.
OTHER = """This van is better because it gets 30 miles to the gallon.
Our city is the most important because it has a port and an airport.
Boys should not be in the choir because boys cannot sing.
Sam must love hockey because all Canadians love hockey.
The teacher gave me extra work because she hates me.
The senator is wrong about schools because he cheats on his wife.
My coach is a bad coach because he smells.
He is a bad doctor because his shoes are ugly.
I will vote for Lee because everybody in my family votes for Lee.
You should buy these shoes because everyone at school has them.
It must be true because most people believe it.
I trust her advice about stocks because she is a famous singer.
This cream must work because an actor uses it.
The diet is healthy because a football star follows it.
Ghosts exist because no one has ever proved that they do not.
There is life on Mars because nobody can show that there is not.
We lost the match because I forgot my lucky scarf.
I failed the test because a black cat crossed my path.
It rained because we washed the car.
Crime went up because the new mayor took office.
The hospital should be closed because people die in it.
We should not fund the park because dogs bark at night.
We should stop buying tea because it is cold outside.
We should not hire her because she is from the city.
Do not believe him about the climate because he drives a big car.
You only think so because you are rich.
You are against the war just because you are a coward.
My friend got sick after eating fish, so fish is poisonous.
My uncle smoked all his life and lived to be ninety, so smoking is fine.
Two drivers from that state cut me off. Drivers there are terrible.
If we let students chew gum, soon they will bring whole meals to class.
If we ban plastic bags because they harm fish, next they will ban cars.
Either we build the road or the town will die.
You either love this country or you should leave.
Think of the poor puppies that will suffer if you say no.
Please pass me, because my dog died and I have been crying all week.
I should get the job because I have three children to feed.
You must let me go because my mother is ill.
A whale is a mammal because it feeds its young with milk.
The bridge is closed because engineers found cracks in it.
The match was cancelled because of heavy rain.
The bread did not rise because the yeast was old.
She was late because her train broke down.
The shop raised prices because rent went up.
He moved because he found a job in another town.
Every part of this machine is light, so the machine is light.
The orchestra is famous, so each player must be famous.
All roses are flowers. This is a flower. So it is a rose.
If it snows, school is closed. School is closed. So it snowed.
You say we need a smaller army. So you want us to be defenceless!
You want to help refugees? So you want to give away all our houses.
Why talk about my speeding when there are thieves out there?
Mother: Did you do the dishes? Son: Did you hear that aunt May is coming?
People have done it this way for hundreds of years, so it is right.
It is natural, so it must be good for you.
The sign says fine for parking here, so it must be fine to park here.
Nothing is better than love, and a sandwich is better than nothing.
No true sailor is afraid of storms.
Have you stopped copying from your neighbour?
He has no degree, so what he says about farming is worthless.
My grandmother says that garlic cures colds, and she is ninety.
I have flown twice and was delayed twice; that airline is always late.
Since the new boss arrived, sales have dropped. The boss is to blame.
Every time I wear this hat we win, so the hat brings luck.
Millions of people watch the show, so it must be good.
Scientists cannot explain the lights, so they must be alien ships.
We cannot allow one exception, because then everybody will want one.
Let her stay up late once and she will never go to bed on time again.
A few bad apples were caught, so the whole police force is corrupt.
My opponent wants to cut spending because he does not care about old people.
People who like opera are snobs, so ignore what she says about music.
I do not like him because he reminds me of my old teacher.
We should believe the story because a professor told it on television.
He must be a spy because he speaks Russian.
The earth is flat because the horizon looks flat to me.
Cats are smarter than dogs because my cat can open doors.
The war ended because people prayed.
Vaccines are harmful because my neighbour had a headache after one.
She is a great driver because her father raced cars.
This painting is valuable because it was sold by a famous dealer.
That restaurant is dirty because I saw a fly there once.
We should not trust the report because its author is young.
The company is evil because it makes a profit of 10 million a year.
The law is bad because the people who wrote it belong to the other party.
Women are bad drivers because a woman hit my car last week.
It is wrong to eat meat because animals feel pain.
We should lower the voting age because young people pay taxes too.
The river floods because the dam upstream is opened every spring.
Doing something because your friends are doing it.
Claiming that something is true because many people think so.
Attacking a person because that is easier than answering the argument.
Rejecting an idea because of where it comes from.
Assuming that one thing caused another because it happened first.
Giving only two options when there are many more.
Changing the subject in order to distract from the real issue.
Drawing a conclusion from too few cases.
Using a word in two different senses.
Appealing to feelings instead of facts.
Twisting what somebody said so that it is easier to attack.
"""


def circular_examples() -> list[str]:
    """Return the circular arguments."""
    return CIRCULAR.strip().splitlines()


def other_examples() -> list[str]:
    """Return arguments that are not circular, whatever else is wrong with them."""
    return OTHER.strip().splitlines()
